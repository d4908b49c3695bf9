import type { Db } from '../../../platform/db/database.ts'
import { erasableTables, eraseBatch } from './erase.store.ts'

const batch = 1_000

/** Deletes what an ownerless mailbox has mirrored, in batches; false when the signal stopped it before the end. */
export async function eraseContents(db: Db, mailboxId: string, signal: AbortSignal): Promise<boolean> {
  for (const table of erasableTables)
    while ((await eraseBatch(db, table, mailboxId, batch)) === batch) if (signal.aborted) return false
  return true
}
