import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing, MasterKey } from '../crypto/key-ring.ts'

/** Distinguishes bodies without revealing them. */
export type Fingerprint = {
  /** The key of the ring it was made with; null: none, only the salt protects against precomputed hashes. */
  keyId: string | null
  salt: Buffer
  hash: Buffer
}
/** As stored; all null for rows that are older than fingerprints. */
export type StoredFingerprint = { keyId: string | null; salt: Buffer | null; hash: Buffer | null }

export type Fingerprints = {
  of(body: unknown): Promise<Fingerprint>
  /** Also true if it cannot be decided because the key is gone. */
  matches(body: unknown, stored: StoredFingerprint): Promise<boolean>
}

/** Equal content gives equal text, regardless of the order of keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => [k, canonical(v)])
}

/** A derived key: the stored hash must reveal nothing about other uses of the master key. */
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
      // The key was removed from the ring. The request must not run a second time in any case; replaying the stored
      // reply helps a client that retries, and harms only one that reuses an idempotency key.
      if (keyId !== null && !master) return true
      return timingSafeEqual(hash, hashOf(keyFor(master, salt), body))
    },
  }
}
