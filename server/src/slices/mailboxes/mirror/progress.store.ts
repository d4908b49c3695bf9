import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export const saveBackfillProgress = (
  db: Db,
  mailboxId: string,
  p: { status: 'running' | 'done'; total: number },
) =>
  db.run(sql`
    update mailboxes set backfill_status = ${p.status}, backfill_total = ${p.total},
      backfill_done = least(
        coalesce((select messages from mailbox_contents where mailbox_id = mailboxes.id), 0), ${p.total}),
      oldest_synced_at = (select oldest_received_at from mailbox_contents where mailbox_id = mailboxes.id)
    where id = ${mailboxId}`)
