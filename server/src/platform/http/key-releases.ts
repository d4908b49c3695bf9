import type { Database } from '../db/database.ts'
import { type KeyOwner, releaseKey } from './idempotency.store.ts'

const firstMs = 100
const retryMs = 2_000
// A statement that was given up may still run on the server a moment later, so a release is repeated for this long.
const settleMs = 10_000

type Pending = { owner: KeyOwner; token: string; addedAt: number }

/** Releases keys that could not be released at once, because the database does not respond. */
export type KeyReleases = { add(owner: KeyOwner, token: string): void }

/** One loop retries all of them; without it a key would stay claimed for as long as this process lives. */
export function createKeyReleases(db: Database): KeyReleases {
  const pending = new Set<Pending>()
  let isScheduled = false

  function schedule(ms: number) {
    if (isScheduled) return
    isScheduled = true
    setTimeout(retryAll, ms).unref()
  }
  async function retryAll() {
    try {
      for (const entry of pending) {
        await releaseKey(db, entry.owner, entry.token)
        if (performance.now() - entry.addedAt > settleMs) pending.delete(entry)
      }
    } catch {
      // Tried again below.
    }
    isScheduled = false
    if (pending.size > 0) schedule(retryMs)
  }
  return {
    add: (owner, token) => {
      pending.add({ owner, token, addedAt: performance.now() })
      schedule(firstMs)
    },
  }
}
