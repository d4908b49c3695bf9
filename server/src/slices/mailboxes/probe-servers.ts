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

const chain = (error: unknown): unknown[] => (error instanceof Error ? [error, ...chain(error.cause)] : [])

function blocked(side: Side, { host, port }: MailServer): AppError {
  const name = side.toUpperCase()
  const pair = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  return fault(`${side}.unreachable`, {
    message: {
      en: `The ${name} server is at a private address; an administrator can allow it with MAILWRIGHT_OUTBOUND_ALLOW=${pair}.`,
      fr: `Le serveur ${name} est à une adresse privée ; un administrateur peut l'autoriser avec MAILWRIGHT_OUTBOUND_ALLOW=${pair}.`,
    },
  })
}

/** The server's fault in the words of the contract; what is none of its faults stays ours. */
export function faultOf(side: Side, server: MailServer, error: unknown): unknown {
  const causes = chain(error)
  if (causes.some((one) => one instanceof OutboundBlocked)) return blocked(side, server)
  const codeOf = (reason: Reason): ErrorCode => `${side}.${reason}`
  if (causes.some((one) => one instanceof HostNotFound)) return fault(codeOf('host_not_found'))
  const { kind } = Object(error) as { kind?: unknown }
  if (kind === undefined) return error
  // What a server does that we have no word for is at least no service at this place. The cause is not kept: it
  // may hold the dialogue.
  return fault(codeOf(reasons.get(kind) ?? 'unreachable'))
}

/** Signs in to both servers; the first that refuses is named. */
export async function probeServers(probe: Probe, servers: MailServers, login: Login): Promise<void> {
  const attempt = async (side: Side, tried: () => Promise<unknown>) => {
    try {
      await tried()
    } catch (error) {
      throw faultOf(side, servers[side], error)
    }
  }
  await attempt('imap', () => probe.imap(imapAccount(servers, login)))
  await attempt('smtp', () => probe.smtp(smtpAccount(servers, login)))
}
