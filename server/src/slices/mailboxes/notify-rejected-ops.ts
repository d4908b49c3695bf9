import type { Database } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { type PendingOp, publishUpdated } from '../messages/index.ts'
import { notify } from '../notifications/index.ts'

/** Notifies the member of operations that the server rejected and the mirror has rolled back. */
export const notifyRejectedOps = (
  db: Database,
  live: Live,
  mailbox: { id: string; memberId: string; address: string },
  ops: PendingOp[],
) =>
  db.transaction(async (tx) => {
    const [first] = ops
    if (!first) return
    await notify(tx, live, {
      memberId: mailbox.memberId,
      kind: 'message.action_failed',
      severity: 'warning',
      params: { mailboxId: mailbox.id, address: mailbox.address, action: first.action, messages: ops.length },
      link: `/mailboxes/${mailbox.id}`,
      dedupeKey: `action_failed:${first.id}`,
    })
    const ids = ops.map((op) => op.messageId)
    publishUpdated(tx, live, { memberId: mailbox.memberId, mailboxId: mailbox.id }, ids)
  })
