import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import type { MasterKey } from './key-ring.ts'

// Box: version (1 byte), nonce (12), tag (16), ciphertext. NIST SP 800-38D, section 8.2.2: a random nonce of 96 bits
// is safe for 2^32 boxes per key; a data key seals one, a master key one per record.
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes
const cipher = 'aes-256-gcm'

/** What a box belongs to. Authenticated by its tag, so that it opens in its own row only. */
export type Place = { id: string; ownerKind: string; ownerId: string }

// JSON separates the parts: ('a', 'bc') and ('ab', 'c') must differ.
const valuePlace = (place: Place) =>
  Buffer.from(JSON.stringify(['secret', version, place.id, place.ownerKind, place.ownerId]))
const keyPlace = (place: Place, keyId: string) =>
  Buffer.from(JSON.stringify(['data key', version, place.id, place.ownerKind, place.ownerId, keyId]))

function closeBox(key: KeyObject | Buffer, place: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(place)
  const body = Buffer.concat([sealing.update(plain), sealing.final()])
  return Buffer.concat([Buffer.of(version), nonce, sealing.getAuthTag(), body])
}

/** Undefined if the box is damaged, belongs to another row, or was sealed with another key. */
function openBox(key: KeyObject | Buffer, place: Buffer, box: Buffer): Buffer | undefined {
  if (box.length < headBytes || box[0] !== version) return undefined
  const opening = createDecipheriv(cipher, key, box.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
    .setAAD(place)
    .setAuthTag(box.subarray(1 + nonceBytes, headBytes))
  try {
    return Buffer.concat([opening.update(box.subarray(headBytes)), opening.final()])
  } catch {
    return undefined
  }
}

export type Envelope = { keyId: string; wrappedKey: Buffer; sealed: Buffer }

export function seal(master: MasterKey, place: Place, value: string): Envelope {
  const dataKey = randomBytes(32)
  const sealed = closeBox(dataKey, valuePlace(place), Buffer.from(value, 'utf8'))
  const wrappedKey = closeBox(master.key, keyPlace(place, master.id), dataKey)
  dataKey.fill(0)
  return { keyId: master.id, wrappedKey, sealed }
}

export function unseal(master: MasterKey, place: Place, envelope: Envelope): string | undefined {
  const dataKey = openBox(master.key, keyPlace(place, envelope.keyId), envelope.wrappedKey)
  if (!dataKey) return undefined
  const value = openBox(dataKey, valuePlace(place), envelope.sealed)?.toString('utf8')
  dataKey.fill(0)
  return value
}

/** Wraps the same data key with another master key; the value stays sealed. */
export function rewrap(from: MasterKey, to: MasterKey, place: Place, wrappedKey: Buffer): Buffer | undefined {
  const dataKey = openBox(from.key, keyPlace(place, from.id), wrappedKey)
  if (!dataKey) return undefined
  const wrapped = closeBox(to.key, keyPlace(place, to.id), dataKey)
  dataKey.fill(0)
  return wrapped
}
