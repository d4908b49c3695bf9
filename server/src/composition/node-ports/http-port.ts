import { type HttpPort, permanent, transient } from '../../engine/index.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { HostNotFound, OutboundBlocked, OutboundFailed } from '../../platform/outbound/errors.ts'
import { createHttpCall } from '../../platform/outbound/http-call.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { applyConnection, ConnectionUnusable } from '../../slices/connections/index.ts'
import type { Where } from './about-run.ts'

export type HttpPortDeps = { outbound: Outbound; vault: Vault }

const passing = new Set<string>(['timeout', 'unreachable', 'aborted'])

/** What the guard and the network say, as a node says it. */
function describe(error: unknown): never {
  if (error instanceof OutboundBlocked) throw permanent('http.blocked', error.message)
  if (error instanceof HostNotFound)
    throw (error.temporary ? transient : permanent)('http.host_not_found', error.message)
  if (error instanceof ConnectionUnusable) throw permanent('connection.unusable', error.message)
  if (error instanceof OutboundFailed)
    throw (passing.has(error.kind) ? transient : permanent)(`http.${error.kind}`, error.message)
  throw error
}

/** Calls to the outside go through the guard only; a rehearsal calls nobody. */
export const httpPort = ({ outbound, vault }: HttpPortDeps, { db, facts }: Where): HttpPort => {
  const call = createHttpCall(outbound.fetch)
  return {
    async request({ method, url, headers, body, connectionId, timeoutMs, maxBytes }, signal) {
      if (facts.simulated) return { status: 200, headers: {}, body: '', truncated: false, url }
      try {
        const asked = { url: new URL(url), headers }
        const ref =
          connectionId === null ? undefined : { credentialId: connectionId, memberId: facts.memberId }
        const ready = ref ? await applyConnection(db, vault, ref, asked) : asked
        const answer = await call({
          method,
          ...ready,
          signal,
          timeoutMs,
          maxBytes,
          ...(body !== null && { body: { kind: 'text' as const, text: body } }),
        })
        return { status: answer.status, headers: answer.headers, body: answer.text, truncated: false, url }
      } catch (error) {
        return describe(error)
      }
    },
  }
}
