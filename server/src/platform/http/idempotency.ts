import type { Database, Db } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/faults.ts'
import { fault } from '../errors/app-error.ts'
import { newId } from '../ids/ids.ts'
import type { Fingerprints } from './body-fingerprint.ts'
import { claimKey, findKey, type KeyOwner, releaseKey, storeReply } from './idempotency.store.ts'
import type { KeyReleases } from './key-releases.ts'

/** A larger reply is sent but not stored. */
const maxReplyBytes = 64 * 1024

export type StoredReply = { status: number; reply: string }

/** A claimed key: stores the reply together with the effect, or releases the key. */
export type Claim = {
  /** False if the reply is too large to be stored. */
  complete(db: Db, status: number, reply: string): Promise<boolean>
  release(): Promise<void>
  /** Releases the key once the database responds again. */
  releaseLater(): void
}

type Request = KeyOwner & {
  body: unknown
  processId: string
  fingerprints: Fingerprints
  releases: KeyReleases
}

/** Claims the key for this request, or returns the reply of the first one. */
export async function claim(db: Database, request: Request): Promise<Claim | StoredReply> {
  if (request.key.length < 1 || request.key.length > 200 || request.key.includes('\0'))
    throw fault('idempotency.invalid_key')
  const fingerprint = await request.fingerprints.of(request.body)
  const token = newId()
  // Without the body, which would stay in memory until then.
  const { memberId, method, path, key } = request
  const releaseLater = () => request.releases.add({ memberId, method, path, key }, token)
  const claimed = await claimKey(db, request, fingerprint, token, request.processId).catch((error) => {
    // The server may have executed the statement without us learning of it.
    if (isDatabaseUnavailable(error)) releaseLater()
    throw error
  })
  if (claimed === 0) return replay(db, request)
  return {
    releaseLater,
    release: async () => void (await releaseKey(db, request, token)),
    complete: async (tx, status, reply) => {
      if (Buffer.byteLength(reply) > maxReplyBytes) {
        await releaseKey(tx, request, token)
        return false
      }
      const stored = await storeReply(tx, request, token, status, reply)
      // Another process took over the claim because this one seemed dead: its effect counts, ours must not.
      if (stored === 0) throw fault('idempotency.in_progress', { retryAfterSeconds: 1 })
      return true
    },
  }
}

async function replay(db: Database, request: Request): Promise<StoredReply> {
  const known = await findKey(db, request)
  if (known && !(await request.fingerprints.matches(request.body, known)))
    throw fault('idempotency.key_reused')
  if (known?.status == null) throw fault('idempotency.in_progress', { retryAfterSeconds: 1 })
  return { status: known.status, reply: known.reply ?? '' }
}
