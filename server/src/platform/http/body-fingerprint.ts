import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing, MasterKey } from '../crypto/key-ring.ts'

/** Tells one body from another without giving either away. */
export type Fingerprint = {
  /** The key of the ring that it was made with; null: none, the salt alone keeps tables of hashes useless. */
  keyId: string | null
  salt: Buffer
  hash: Buffer
}
/** As it is stored; one from before there were fingerprints has nothing. */
export type StoredFingerprint = { keyId: string | null; salt: Buffer | null; hash: Buffer | null }

export type Fingerprints = {
  of(body: unknown): Promise<Fingerprint>
  /** True also where nobody can tell any more, since the key is gone. */
  matches(body: unknown, stored: StoredFingerprint): Promise<boolean>
}

/** The same content gives the same text, whatever the order of its keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => [k, canonical(v)])
}

/** A key of its own: what is stored here must say nothing about what else the master key has made. */
const keyFor = (master: MasterKey | undefined, salt: Buffer) =>
  master ? Buffer.from(hkdfSync('sha256', master.key, salt, 'idempotency body', 32)) : salt

const hashOf = (key: Buffer, body: unknown) =>
  createHmac('sha256', key)
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest()

export function createFingerprints(keys: KeyRing): Fingerprints {
  return {
    of: async (body) => {
      const [master] = await keys.keys()
      const salt = randomBytes(16)
      return { keyId: master?.id ?? null, salt, hash: hashOf(keyFor(master, salt), body) }
    },
    matches: async (body, { keyId, salt, hash }) => {
      if (!salt || !hash) return true
      const master = keyId === null ? undefined : await keys.find(keyId)
      // The key was taken out of the ring. To act a second time is out of the question either way; to give the
      // remembered answer helps who tries again, and harms only who uses one key for two things.
      if (keyId !== null && !master) return true
      return timingSafeEqual(hash, hashOf(keyFor(master, salt), body))
    },
  }
}
