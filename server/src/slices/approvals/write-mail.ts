import type { Db } from '../../platform/db/database.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findApproval } from './approvals.store.ts'
import type { ApprovalDeps, ApprovalMail } from './ports.ts'

type Letter = { approvalId: string; mail: ApprovalMail }

/** Mail to approvers; where the mailbox is at its rate, again as soon as it may. */
export function createMailer({ ports }: Pick<ApprovalDeps, 'ports'>) {
  const write = async (db: Db, letter: Letter): Promise<void> => {
    const sent = await ports.send(db, letter.mail)
    if (typeof sent === 'object')
      await addJob(db, job, letter, { runAt: new Date(Date.now() + sent.retryAfterMs) })
  }
  const job = defineJob<Letter>('approvals.write', {
    run: (letter, { db }) =>
      db.transaction(async (tx) => {
        const approval = await findApproval(tx, letter.mail.memberId, letter.approvalId)
        // What was decided meanwhile is asked of nobody.
        if (approval?.status === 'pending') await write(tx, letter)
      }),
  })
  return { write, job }
}
export type Mailer = ReturnType<typeof createMailer>
