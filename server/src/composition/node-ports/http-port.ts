import { permanent, transient } from '../../engine/index.ts'
import type { HttpPort } from '../../nodes/index.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { HostNotFound, OutboundBlocked, OutboundFailed } from '../../platform/outbound/errors.ts'
import { createHttpCall } from '../../platform/outbound/http-call.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { applyConnection, ConnectionUnusable } from '../../slices/connections/index.ts'
import type { OutsideCalls } from './outside-calls.ts'
import type { PortContext } from './port-context.ts'

export type HttpPortDeps = { outbound: Outbound; vault: Vault; outsideCalls: OutsideCalls }

const transientKinds = new Set<string>(['timeout', 'unreachable', 'aborted'])

/** Translates errors of the outbound guard and the network into failures of the node. */
function throwNodeFault(error: unknown): never {
  if (error instanceof OutboundBlocked) throw permanent('http.blocked', error.message)
  if (error instanceof HostNotFound)
    throw (error.temporary ? transient : permanent)('http.host_not_found', error.message)
  if (error instanceof ConnectionUnusable) throw permanent('connection.unusable', error.message)
  if (error instanceof OutboundFailed)
    throw (transientKinds.has(error.kind) ? transient : permanent)(`http.${error.kind}`, error.message)
  throw error
}

/** Calls other services through the outbound guard only. */
export const httpPort = (
  { outbound, vault, outsideCalls }: HttpPortDeps,
  { db, facts }: PortContext,
): HttpPort => {
  const call = createHttpCall(outbound.fetch)
  return {
    async request({ method, url, headers, body, connectionId, timeoutMs, maxBytes }, signal) {
      try {
        const target = { url: new URL(url), headers }
        const ref =
          connectionId === null ? undefined : { credentialId: connectionId, memberId: facts.memberId }
        const authorized = ref ? await applyConnection(db, vault, ref, target) : target
        const answer = await outsideCalls(facts.memberId, () =>
          call({
            method,
            ...authorized,
            signal,
            timeoutMs,
            maxBytes,
            ...(body !== null && { body: { kind: 'text' as const, text: body } }),
          }),
        )
        return { status: answer.status, headers: answer.headers, body: answer.text, truncated: false, url }
      } catch (error) {
        return throwNodeFault(error)
      }
    },
  }
}
