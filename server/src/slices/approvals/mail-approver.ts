import type { Db } from '../../platform/db/database.ts'
import type { LinkPurpose } from './approval-links.store.ts'
import type { Mailer } from './approval-mailer.ts'
import { type About, composeCopy } from './compose-mail.ts'
import type { ApprovalDeps, AskingStep } from './ports.ts'

export type MailerDeps = ApprovalDeps & { mailer: Mailer }

type Request = {
  approvalId: string
  linkId: string
  purpose: LinkPurpose
  to: string
  /** The member whose run asks. */
  memberId: string
  mailboxId: string | null
  locale: 'en' | 'fr'
  about: About
  step: AskingStep
  key: string
}

/** Queues the mail without its link, which is added when the mail is composed for sending. */
export async function mailApprover(db: Db, { ports, mailer, brandName }: MailerDeps, request: Request) {
  const { approvalId, linkId, purpose, to, memberId, locale, about, step } = request
  const mailboxId = await ports.findMailbox(db, memberId, request.mailboxId)
  if (!mailboxId) return
  const copy = composeCopy(about, { approver: to, purpose, locale, brandName })
  const clientToken = `${request.key}:${purpose}:${to}`
  await mailer.send(db, {
    approvalId,
    mail: { memberId, mailboxId, to, ...copy, personalBody: linkId, step, clientToken },
  })
}
