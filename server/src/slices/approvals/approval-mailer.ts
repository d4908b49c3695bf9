import type { Db } from '../../platform/db/database.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findApproval } from './approvals.store.ts'
import type { ApprovalDeps, ApprovalMail } from './ports.ts'

type QueuedMail = { approvalId: string; mail: ApprovalMail }

/** Sends mail to approvers. When the mailbox has reached its rate limit, a job retries as soon as it may send. */
export function createMailer({ ports }: Pick<ApprovalDeps, 'ports'>) {
  const send = async (db: Db, queued: QueuedMail): Promise<void> => {
    const result = await ports.send(db, queued.mail)
    if (typeof result === 'object')
      await addJob(db, job, queued, { runAt: new Date(Date.now() + result.retryAfterMs) })
  }
  const job = defineJob<QueuedMail>('approvals.write', {
    run: (queued, { db }) =>
      db.transaction(async (tx) => {
        const approval = await findApproval(tx, queued.mail.memberId, queued.approvalId)
        // Do not ask about what has been decided in the meantime.
        if (approval?.status === 'pending') await send(tx, queued)
      }),
  })
  return { send, job }
}
export type Mailer = ReturnType<typeof createMailer>
