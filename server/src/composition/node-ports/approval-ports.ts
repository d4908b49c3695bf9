import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ApprovalPorts } from '../../slices/approvals/index.ts'
import type { DeskPorts } from '../../slices/desk/index.ts'
import { wakeRuns } from '../../slices/executions/index.ts'
import { findOwnMailboxes } from '../../slices/mailboxes/index.ts'
import { findPreferences } from '../../slices/members/index.ts'
import { findRunMessages } from '../../slices/messages/index.ts'
import type { Mail, Outbox } from '../../slices/sending/index.ts'

/** Queues an automatic mail that is not a workflow's. */
async function sendAutomatic(
  outbox: Outbox,
  db: Db,
  { to, ...mail }: Omit<Mail, 'origin' | 'to'> & { to: string },
) {
  try {
    await outbox.queueMail(db, { ...mail, to: [to], origin: 'approval', automatic: true })
    return 'taken'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { details } = error.extra
    // Sending is switched off or the mailbox is gone: what the mail is about is still shown in the app.
    return details && 'retryAfterMs' in details ? { retryAfterMs: details.retryAfterMs } : 'refused'
  }
}

/** Who is written to, and from which mailbox. */
const people: Pick<ApprovalPorts, 'findMember' | 'findMailbox'> = {
  async findMember(db, memberId) {
    const found = await findPreferences(db, memberId)
    return (
      found && { email: found.member.email, name: found.member.name, locale: found.settings.locale ?? 'en' }
    )
  },
  async findMailbox(db, memberId, preferredId) {
    const active = (await findOwnMailboxes(db, memberId)).filter(({ status }) => status === 'active')
    return (active.find(({ id }) => id === preferredId) ?? active[0])?.id
  },
}

export const deskPorts = (outbox: Outbox): DeskPorts => ({
  ...people,
  sendDigest: (db, mail) => sendAutomatic(outbox, db, mail),
})

/** What approvals need of the other slices. */
export const approvalPorts = (outbox: Outbox): ApprovalPorts => ({
  ...people,
  async findTrigger(db, memberId, messageId) {
    const [message] = await findRunMessages(db, memberId, [messageId])
    if (!message) return null
    const { from, subject, receivedAt } = message
    return {
      messageId,
      fromName: from?.name ?? null,
      fromEmail: from?.email ?? '',
      subject: subject ?? '',
      receivedAt,
    }
  },
  send: (db, mail) => sendAutomatic(outbox, db, mail),
  withdrawMails: outbox.withdrawPersonal,
  resume: async (db, executionId) => (await wakeRuns(db, [executionId])) > 0,
})
