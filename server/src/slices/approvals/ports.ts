import type { Db } from '../../platform/db/database.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import type { ApprovalRow } from './approvals.store.ts'

/** The step that asks, in the form that the outbox stores. */
export type AskingStep = {
  executionId: string
  workflowId: string
  workflowName: string
  nodeId: string
  nodeType: string
}

export type Question = {
  memberId: string
  messageId: string | null
  /** The mailbox that writes to the approvers; without one they are notified in the product only. */
  mailboxId: string | null
  title: string
  details: string | null
  expiresAt: string
  /** Addresses; the member when empty. */
  approvers: string[]
  /** When to remind the approvers if nobody has decided. */
  remindAt?: string | undefined
  /** When to ask another member as well if nobody has decided, and whom, by address. */
  escalation?: { at: string; to: string } | undefined
  key: string
  step: AskingStep
}

export type ApprovalMail = {
  memberId: string
  mailboxId: string
  to: string
  subject: string
  /** Without the link: what the outbox and the copy in Sent hold. */
  bodyText: string
  bodyHtml: string
  /** The link whose mail the approver gets. */
  personalBody: string
  clientToken: string
  step: AskingStep
}

/** What approvals need from other slices; supplied by the composition root. */
export type ApprovalPorts = {
  /** The message that started the run, as shown to the approver. */
  findTrigger(db: Db, memberId: string, messageId: string): Promise<ApprovalRow['trigger']>
  findMember(
    db: Db,
    memberId: string,
  ): Promise<{ email: string; name: string; locale: 'en' | 'fr' } | undefined>
  /** The mailbox to send from: the preferred one, or another active mailbox of the member. */
  findMailbox(db: Db, memberId: string, preferredId: string | null): Promise<string | undefined>
  /** Queues the mail, or returns when the mailbox may send again. When refused, the approval is shown in the product only. */
  send(db: Db, mail: ApprovalMail): Promise<'taken' | 'refused' | { retryAfterMs: number }>
  /** Withdraws mails with these links that have not left. */
  withdrawMails(db: Db, linkIds: string[]): Promise<void>
  /** Resumes the run that waits for the decision; false when there is none. */
  resume(db: Db, executionId: string): Promise<boolean>
}

export type ApprovalDeps = {
  live: Live
  origin: Origin
  brandName: string
  /** Opening the link decides without confirmation, unless the approver is a member. */
  oneClick: boolean
  ports: ApprovalPorts
}
