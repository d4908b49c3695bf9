import type { Reply } from './reply.ts'
import { type SmtpFaultKind, smtpFaultOf } from './smtp-fault.ts'
import type { RejectedRecipient } from './start-mail.ts'

export type SendOutcome =
  /** The server accepted the message for these recipients. */
  | { state: 'sent'; response: string; accepted: string[]; rejected: RejectedRecipient[] }
  /** The message was certainly not delivered to anyone. `code` is the server's, if any. */
  | {
      state: 'failed'
      kind: 'transient' | 'permanent'
      fault: SmtpFaultKind
      code: number | null
      message: string
      rejected: RejectedRecipient[]
    }
  /** The end of the message was sent and no definite reply came. It must not be resent automatically. */
  | { state: 'unknown'; message: string; accepted: string[]; rejected: RejectedRecipient[] }

type Recipients = { accepted: string[]; rejected: RejectedRecipient[] }

export const sent = (reply: Reply, { accepted, rejected }: Recipients): SendOutcome => ({
  state: 'sent',
  response: `${reply.code} ${reply.text}`.trim(),
  accepted,
  rejected,
})

export function failed(error: unknown, rejected: RejectedRecipient[]): SendOutcome {
  const fault = smtpFaultOf(error)
  return {
    state: 'failed',
    kind: fault.permanent ? 'permanent' : 'transient',
    fault: fault.kind,
    code: fault.reply?.code ?? null,
    message: fault.message,
    rejected,
  }
}

export const unknown = (message: string, { accepted, rejected }: Recipients): SendOutcome => ({
  state: 'unknown',
  message,
  accepted,
  rejected,
})
