import { HostNotFound } from '../../platform/outbound/errors.ts'
import { ImapFault } from './fault.ts'
import { codeOf, type Parsed, textOf } from './response.ts'

/** What imapflow puts on its errors; none of it is certain to be there. */
type Failure = Error & {
  code?: string
  reason?: string
  tlsFailed?: boolean
  authenticationFailed?: boolean
  response?: Parsed | string
  responseStatus?: string
  responseText?: string
  serverResponseCode?: string
  throttleReset?: number
}

const unreachable =
  /^(ECONN(REFUSED|RESET|ABORTED)|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|EADDRNOTAVAIL|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|LOGIN_TIMEOUT)$/
const tls =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|STARTTLS_INJECTION)/
const ended = /^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnect|ETIMEOUT)/
const busyCode = /^(THROTTLED|LIMIT|INUSE|OVERLOADED)$/
const authCode = /^(AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED)$/
const missingCode = /^(NONEXISTENT|TRYCREATE)$/
// Gmail says `[ALERT] Too many simultaneous connections. (Failure)`, Microsoft `Request is throttled.`
const busyText =
  /too many|throttl|rate limit|exceeded.*(connection|limit|bandwidth)|connection limit|maximum number of/i
const outageText = /unavailable|temporar|try again|internal error|server error/i

/** The server's words, on one line, short, without the secret should a server echo it. */
const spoken = (text: string, secret: string) =>
  (secret ? text.replaceAll(secret, '***').replaceAll(Buffer.from(secret).toString('base64'), '***') : text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)

function answered(failure: Failure, words: string, code: string | undefined): ImapFault {
  const details = { code, cause: undefined }
  if (busyCode.test(code ?? '') || busyText.test(words)) {
    return new ImapFault('throttled', words, { ...details, retryAfterMs: failure.throttleReset })
  }
  if (code === 'UNAVAILABLE' || code === 'SERVERBUG') return new ImapFault('unreachable', words, details)
  if (code === 'PRIVACYREQUIRED') return new ImapFault('tls_failed', words, details)
  if (authCode.test(code ?? '')) return new ImapFault('auth_failed', words, details)
  if (failure.authenticationFailed) {
    return new ImapFault(outageText.test(words) ? 'unreachable' : 'auth_failed', words, details)
  }
  if (missingCode.test(code ?? '')) return new ImapFault('folder_not_found', words, details)
  return new ImapFault('refused', words, {
    ...details,
    remedy: outageText.test(words) ? 'transient' : 'permanent',
  })
}

const wordsOf = ({ response, responseText, message, reason }: Failure) =>
  responseText ??
  (typeof response === 'string' ? response : response ? textOf(response) : (reason ?? message))

/** Whatever was thrown, as one of our faults; errors that are not about the connection pass unchanged. */
export function classify(error: unknown, secret: string): unknown {
  if (error instanceof ImapFault || !(error instanceof Error)) return error
  if (error instanceof HostNotFound) {
    const remedy = error.temporary ? 'transient' : 'permanent'
    return new ImapFault('host_not_found', error.message, { remedy })
  }
  const failure: Failure = error
  const { response } = failure
  const code = failure.code ?? ''
  const answer = failure.serverResponseCode ?? (typeof response === 'object' ? codeOf(response) : undefined)
  const words = spoken(wordsOf(failure), secret) || 'no reason was given'
  if (code === 'ENOTFOUND') return new ImapFault('host_not_found', words)
  if (code === 'EAI_AGAIN') return new ImapFault('host_not_found', words, { remedy: 'transient' })
  if (failure.responseStatus || failure.authenticationFailed)
    return answered(failure, words, answer?.toUpperCase())
  if (unreachable.test(code)) return new ImapFault('unreachable', words)
  if (failure.tlsFailed || tls.test(code)) return new ImapFault('tls_failed', words)
  if (ended.test(code)) return new ImapFault(busyText.test(words) ? 'throttled' : 'closed', words)
  // Errors of the library carry a code; those without one are ours, or the caller's own.
  return code ? new ImapFault('protocol', words) : error
}
