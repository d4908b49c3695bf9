import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from '../notifications/index.ts'
import { clearFailure, setSynced } from './health.store.ts'

async function recover(db: Db, live: Live, mailboxId: string) {
  const previous = await clearFailure(db, mailboxId)
  if (!previous) return
  const { memberId, address, notified } = previous
  // Only a member who was notified of the failure is notified of the recovery.
  if (notified)
    await notify(db, live, {
      memberId,
      kind: 'mailbox.recovered',
      severity: 'info',
      params: { mailboxId, address },
      link: `/mailboxes/${mailboxId}`,
    })
  live.publish(db, { memberId, type: 'mailbox.updated', data: { mailboxId, status: 'active' } })
}

/** Clears recorded failures after a success. Cheap when there are none. */
export const recordRecovery = (db: Database, live: Live, mailboxId: string): Promise<void> =>
  db.transaction((tx) => recover(tx, live, mailboxId))

export type SyncResult = {
  /** The result of `findSyncRequest` from before the sync pass: the request it has served. */
  served: string | null
  /** Whether the pass has found changes. */
  changed: boolean
}

/** Records a successful sync pass in the caller's transaction. */
export async function recordSync(db: Db, live: Live, mailboxId: string, { served, changed }: SyncResult) {
  const row = await setSynced(db, mailboxId, served)
  if (row && (changed || served !== null))
    live.publish(db, { memberId: row.memberId, type: 'mailbox.synced', data: { mailboxId, changed } })
}
