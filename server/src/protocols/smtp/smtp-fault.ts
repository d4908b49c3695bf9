import {
  HostNotFound,
  isOutboundError,
  OutboundBlocked,
  OutboundFailed,
} from '../../platform/outbound/errors.ts'
import { reasonOf } from '../../platform/outbound/failure-reasons.ts'
import type { Reply } from './reply.ts'

export type SmtpFaultKind =
  | 'host_not_found'
  /** No connection, a dropped connection, or a timeout. */
  | 'unreachable'
  | 'tls_failed'
  | 'auth_failed'
  /** The server rejected the command or the message. */
  | 'refused'
  /** The server violated the protocol. */
  | 'protocol'
  | 'bad_address'
  | 'too_large'
  /** We stopped: a signal, or the caller declined before the dot. */
  | 'stopped'

type Extra = { permanent?: boolean; reply?: Reply | undefined; cause?: unknown }

export class SmtpFault extends Error {
  readonly kind: SmtpFaultKind
  /** A retry without a change cannot succeed. */
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

/** A definite rejection: 5yz is permanent, 4yz transient (RFC 5321 4.2.1). */
export const rejection = (reply: Reply, kind: SmtpFaultKind = 'refused') =>
  new SmtpFault(kind, `${reply.code} ${reply.text}`.trim(), { permanent: reply.code >= 500, reply })

/** Maps the errors of platform/outbound to an SmtpFault. */
export function smtpFaultOf(error: unknown): SmtpFault {
  if (error instanceof SmtpFault) return error
  const message = isOutboundError(error)
    ? error.message
    : `The server ${reasonOf(error) ?? 'did not answer'}.`
  if (error instanceof HostNotFound) return new SmtpFault('host_not_found', message, { cause: error })
  if (error instanceof OutboundBlocked)
    return new SmtpFault('unreachable', message, { permanent: true, cause: error })
  const kind = error instanceof OutboundFailed ? error.kind : undefined
  if (kind === 'aborted') return new SmtpFault('stopped', 'Sending was stopped.', { cause: error })
  return new SmtpFault(kind === 'tls_failed' ? 'tls_failed' : 'unreachable', message, { cause: error })
}
