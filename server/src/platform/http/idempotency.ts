import type { Database, Db } from '../db/database.ts'
import { fault } from '../errors/app-error.ts'
import { newId } from '../ids/ids.ts'
import type { Fingerprints } from './body-fingerprint.ts'
import { claimKey, findKey, forgetKey, type KeyOwner, rememberReply } from './idempotency.store.ts'

/** Above this a reply is served but not remembered. */
const maxReplyBytes = 64 * 1024

export type Remembered = { status: number; reply: string }

/** A claimed key: what it takes to write the answer down beside the effect, or to let go. */
export type Claim = {
  /** False when the reply is too large to be remembered. */
  complete(db: Db, status: number, reply: string): Promise<boolean>
  release(): Promise<void>
}

type Request = KeyOwner & { body: unknown; processId: string; fingerprints: Fingerprints }

/** Claims the key for this request, or gives what was answered the first time. */
export async function claim(db: Database, request: Request): Promise<Claim | Remembered> {
  if (request.key.length < 1 || request.key.length > 200 || request.key.includes('\0'))
    throw fault('idempotency.invalid_key')
  const fingerprint = await request.fingerprints.of(request.body)
  const mark = newId()
  if ((await claimKey(db, request, fingerprint, mark, request.processId)) === 0) return recall(db, request)
  return {
    release: async () => void (await forgetKey(db, request, mark)),
    complete: async (tx, status, reply) => {
      if (Buffer.byteLength(reply) > maxReplyBytes) {
        await forgetKey(tx, request, mark)
        return false
      }
      const kept = await rememberReply(tx, request, mark, status, reply)
      // Another process took this key for dead and over: its effect counts, ours must not.
      if (kept === 0) throw fault('idempotency.in_progress', { retryAfterSeconds: 1 })
      return true
    },
  }
}

async function recall(db: Database, request: Request): Promise<Remembered> {
  const known = await findKey(db, request)
  if (known && !(await request.fingerprints.matches(request.body, known)))
    throw fault('idempotency.key_reused')
  if (known?.status == null) throw fault('idempotency.in_progress', { retryAfterSeconds: 1 })
  return { status: known.status, reply: known.reply ?? '' }
}
