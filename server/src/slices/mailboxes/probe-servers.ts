import type { ErrorCode } from '@mailwright/contract/errors/index'
import { type AppError, fault } from '../../platform/errors/app-error.ts'
import { HostNotFound, OutboundBlocked } from '../../platform/outbound/errors.ts'
import { imapAccount, type Login, type MailServer, type MailServers, smtpAccount } from './account.ts'
import type { Probe } from './ports.ts'

type Side = 'imap' | 'smtp'
type Reason = 'host_not_found' | 'unreachable' | 'tls_failed' | 'auth_failed'

const reasons = new Map<unknown, Reason>([
  ['host_not_found', 'host_not_found'],
  ['unreachable', 'unreachable'],
  ['timeout', 'unreachable'],
  ['tls_failed', 'tls_failed'],
  ['auth_failed', 'auth_failed'],
])

const causeChain = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causeChain(error.cause)] : []

function blocked(side: Side, { host, port }: MailServer): AppError {
  const name = side.toUpperCase()
  const pair = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  return fault(`${side}.unreachable`, {
    message: {
      en: `The ${name} server has a private address. An administrator can allow it with MAILWRIGHT_OUTBOUND_ALLOW=${pair}.`,
      fr: `Le serveur ${name} a une adresse privée. Un administrateur peut l'autoriser avec MAILWRIGHT_OUTBOUND_ALLOW=${pair}.`,
    },
  })
}

/** Maps a failure of the server to an error code of the contract; returns any other error unchanged. */
export function faultOf(side: Side, server: MailServer, error: unknown): unknown {
  const causes = causeChain(error)
  if (causes.some((cause) => cause instanceof OutboundBlocked)) return blocked(side, server)
  const codeOf = (reason: Reason): ErrorCode => `${side}.${reason}`
  if (causes.some((cause) => cause instanceof HostNotFound)) return fault(codeOf('host_not_found'))
  const { kind } = Object(error) as { kind?: unknown }
  if (kind === undefined) return error
  // Other kinds count as unreachable. The cause is dropped, since it may contain the protocol dialogue.
  return fault(codeOf(reasons.get(kind) ?? 'unreachable'))
}

/** Signs in to both servers; throws the error of the first that fails. Returns where new mail begins. */
export async function probeServers(probe: Probe, servers: MailServers, login: Login) {
  const attempt = async <T>(side: Side, signIn: () => Promise<T>) => {
    try {
      return await signIn()
    } catch (error) {
      throw faultOf(side, servers[side], error)
    }
  }
  const baseline = await attempt('imap', () => probe.imap(imapAccount(servers, login)))
  await attempt('smtp', () => probe.smtp(smtpAccount(servers, login)))
  return baseline
}
