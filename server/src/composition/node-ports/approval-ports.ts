import { AppError } from '../../platform/errors/app-error.ts'
import type { ApprovalPorts } from '../../slices/approvals/index.ts'
import { wakeRuns } from '../../slices/executions/index.ts'
import { findOwnMailboxes } from '../../slices/mailboxes/index.ts'
import { findPreferences } from '../../slices/members/index.ts'
import { findRunMessages } from '../../slices/messages/index.ts'
import type { Outbox } from '../../slices/sending/index.ts'

/** What approvals need of the other slices. */
export const approvalPorts = (outbox: Outbox): ApprovalPorts => ({
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
  async send(db, { to, ...mail }) {
    try {
      await outbox.queueMail(db, { ...mail, to: [to], origin: 'approval', automatic: true })
      return 'taken'
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { details } = error.extra
      // Sending is switched off or the mailbox is gone: the approval can still be decided in the app.
      return details && 'retryAfterMs' in details ? { retryAfterMs: details.retryAfterMs } : 'refused'
    }
  },
  resume: async (db, executionId) => (await wakeRuns(db, [executionId])) > 0,
})
