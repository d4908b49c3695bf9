import { HostNotFound, OutboundBlocked, OutboundFailed } from '../../platform/outbound/errors.ts'
import type { Reply } from './reply.ts'

export type SmtpFaultKind =
  | 'host_not_found'
  /** No connection, or it was cut, or nobody answered in time. */
  | 'unreachable'
  | 'tls_failed'
  | 'auth_failed'
  /** The server said no. */
  | 'refused'
  /** The server said something that is no SMTP. */
  | 'protocol'
  | 'bad_address'
  | 'too_large'
  /** We gave it up ourselves: a signal, or the caller's word before the dot. */
  | 'stopped'

type Extra = { permanent?: boolean; reply?: Reply | undefined; cause?: unknown }

export class SmtpFault extends Error {
  readonly kind: SmtpFaultKind
  /** Trying again without a change is of no use. */
  readonly permanent: boolean
  readonly reply: Reply | undefined

  constructor(kind: SmtpFaultKind, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.name = 'SmtpFault'
    this.kind = kind
    this.permanent = extra.permanent ?? false
    this.reply = extra.reply
  }
}

/** A definite no. 5yz is for good, 4yz for now (RFC 5321 4.2.1). */
export const refusal = (reply: Reply, kind: SmtpFaultKind = 'refused') =>
  new SmtpFault(kind, `${reply.code} ${reply.text}`.trim(), { permanent: reply.code >= 500, reply })

/** What platform/outbound throws, in the words of this protocol. */
export function smtpFaultOf(error: unknown): SmtpFault {
  if (error instanceof SmtpFault) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof HostNotFound) return new SmtpFault('host_not_found', message, { cause: error })
  if (error instanceof OutboundBlocked)
    return new SmtpFault('unreachable', message, { permanent: true, cause: error })
  const kind = error instanceof OutboundFailed ? error.kind : undefined
  if (kind === 'aborted') return new SmtpFault('stopped', 'The sending was stopped.', { cause: error })
  return new SmtpFault(kind === 'tls_failed' ? 'tls_failed' : 'unreachable', message, { cause: error })
}
