import type { Db } from '../../platform/db/database.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import type { ApprovalRow } from './approvals.store.ts'

/** The step that asks, as the outbox remembers it too. */
type AskingStep = {
  executionId: string
  workflowId: string
  workflowName: string
  nodeId: string
  nodeType: string
}

export type Question = {
  memberId: string
  messageId: string | null
  /** From which the approvers are written to; none: they are told in the product only. */
  mailboxId: string | null
  title: string
  details: string | null
  expiresAt: string
  /** Addresses; none: the member. */
  approvers: string[]
  key: string
  step: AskingStep
}

export type ApprovalMail = {
  memberId: string
  mailboxId: string
  to: string
  subject: string
  bodyText: string
  bodyHtml: string
  clientToken: string
  step: AskingStep
}

/** What approvals need of other slices. The composition root supplies it. */
export type ApprovalPorts = {
  /** The message that a run is about, as an approver sees it. */
  findTrigger(db: Db, memberId: string, messageId: string): Promise<ApprovalRow['trigger']>
  findMember(
    db: Db,
    memberId: string,
  ): Promise<{ email: string; name: string; locale: 'en' | 'fr' } | undefined>
  /** A mailbox to write from: the given one, or another of the member's that is active. */
  findMailbox(db: Db, memberId: string, wanted: string | null): Promise<string | undefined>
  /** Takes it on, or tells when the mailbox may send again; refused, the question stands in the product alone. */
  send(db: Db, mail: ApprovalMail): Promise<'taken' | 'refused' | { retryAfterMs: number }>
  /** Wakes the run that waits for the decision; tells whether there was one. */
  resume(db: Db, executionId: string): Promise<boolean>
}

export type ApprovalDeps = {
  live: Live
  origin: Origin
  brandName: string
  /** A visit to the link decides, without a button. */
  oneClick: boolean
  ports: ApprovalPorts
}
