import { HostNotFound } from '../../platform/outbound/errors.ts'
import { reasonOf } from '../../platform/outbound/failure-reasons.ts'
import { ImapFault } from './fault.ts'
import { codeOf, type Parsed, textOf } from './response.ts'

/** The fields that imapflow sets on its errors, all of them optional. */
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

const unreachableCode =
  /^(ECONN(REFUSED|RESET|ABORTED)|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|EADDRNOTAVAIL|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|LOGIN_TIMEOUT)$/
const tlsCode =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|STARTTLS_INJECTION)/
const closedCode = /^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnect|ETIMEOUT)/
const busyCode = /^(THROTTLED|LIMIT|INUSE|OVERLOADED)$/
const authCode = /^(AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED)$/
const missingCode = /^(NONEXISTENT|TRYCREATE)$/
// Gmail says `[ALERT] Too many simultaneous connections. (Failure)`, Microsoft `Request is throttled.`
const busyText =
  /too many|throttl|rate limit|exceeded.*(connection|limit|bandwidth)|connection limit|maximum number of/i
const outageText = /unavailable|temporar|try again|internal error|server error/i

/** The server's text on one short line, with the secret masked in case the server echoes it. */
const cleanMessage = (text: string, secret: string) =>
  (secret ? text.replaceAll(secret, '***').replaceAll(Buffer.from(secret).toString('base64'), '***') : text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)

function classifyResponse(failure: Failure, message: string, code: string | undefined): ImapFault {
  const details = { code, cause: undefined }
  if (busyCode.test(code ?? '') || busyText.test(message)) {
    return new ImapFault('throttled', message, { ...details, retryAfterMs: failure.throttleReset })
  }
  if (code === 'UNAVAILABLE' || code === 'SERVERBUG') return new ImapFault('unreachable', message, details)
  if (code === 'PRIVACYREQUIRED') return new ImapFault('tls_failed', message, details)
  if (authCode.test(code ?? '')) return new ImapFault('auth_failed', message, details)
  if (failure.authenticationFailed) {
    return new ImapFault(outageText.test(message) ? 'unreachable' : 'auth_failed', message, details)
  }
  if (missingCode.test(code ?? '')) return new ImapFault('folder_not_found', message, details)
  return new ImapFault('refused', message, {
    ...details,
    remedy: outageText.test(message) ? 'transient' : 'permanent',
  })
}

const rawMessageOf = ({ response, responseText, message, reason }: Failure) =>
  responseText ??
  (typeof response === 'string' ? response : response ? textOf(response) : (reason ?? message))

const hostNotFound = 'The host was not found.'

/** Maps a thrown error to an ImapFault; errors that do not concern the connection pass unchanged. */
export function classify(error: unknown, secret: string): unknown {
  if (error instanceof ImapFault || !(error instanceof Error)) return error
  if (error instanceof HostNotFound) {
    const remedy = error.temporary ? 'transient' : 'permanent'
    return new ImapFault('host_not_found', error.message, { remedy })
  }
  const failure: Failure = error
  const { response } = failure
  const code = failure.code ?? ''
  const responseCode =
    failure.serverResponseCode ?? (typeof response === 'object' ? codeOf(response) : undefined)
  const message = cleanMessage(rawMessageOf(failure), secret) || 'no reason given'
  if (code === 'ENOTFOUND') return new ImapFault('host_not_found', hostNotFound)
  if (code === 'EAI_AGAIN') return new ImapFault('host_not_found', hostNotFound, { remedy: 'transient' })
  if (failure.responseStatus || failure.authenticationFailed)
    return classifyResponse(failure, message, responseCode?.toUpperCase())
  if (unreachableCode.test(code))
    return new ImapFault('unreachable', `The server ${reasonOf(error) ?? 'cannot be reached'}.`)
  if (failure.tlsFailed || tlsCode.test(code))
    return new ImapFault(
      'tls_failed',
      `The server ${reasonOf(error) ?? 'did not complete the TLS handshake'}.`,
    )
  if (closedCode.test(code)) return new ImapFault(busyText.test(message) ? 'throttled' : 'closed', message)
  // imapflow's errors carry a code; an error without one is ours or the caller's.
  return code ? new ImapFault('protocol', message) : error
}
