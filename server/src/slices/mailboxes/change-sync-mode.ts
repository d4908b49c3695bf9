import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { describeMailbox } from './describe-mailbox.ts'
import { wakeOwner } from './lease/lease.store.ts'
import { type SyncMode, setSyncMode } from './mailboxes.store.ts'

export async function changeSyncMode(db: Db, live: Live, { memberId }: Caller, id: string, mode: SyncMode) {
  const row = await setSyncMode(db, memberId, id, mode)
  if (!row) throw fault('mailbox.not_found')
  live.publish(db, { memberId, type: 'mailbox.updated', data: { mailboxId: row.id, syncMode: mode } })
  await wakeOwner(db, row.id)
  return { mailbox: describeMailbox(row) }
}
