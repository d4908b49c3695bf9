import { permanent, transient } from '../../engine/index.ts'
import type { HttpPort } from '../../nodes/index.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { HostNotFound, OutboundBlocked, OutboundFailed } from '../../platform/outbound/errors.ts'
import { createHttpCall, type HttpCallResponse } from '../../platform/outbound/http-call.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Redact } from '../../platform/text/redact-secrets.ts'
import { applyConnection, ConnectionUnusable } from '../../slices/connections/index.ts'
import type { OutsideCalls } from './outside-calls.ts'
import type { PortContext } from './port-context.ts'

export type HttpPortDeps = { outbound: Outbound; vault: Vault; outsideCalls: OutsideCalls }

const transientKinds = new Set<string>(['timeout', 'unreachable', 'aborted'])

/** Translates errors of the outbound guard and the network into failures of the node. */
async function throwNodeFault(error: unknown, redact: Redact): Promise<never> {
  // A redirect may put anything into the address that a message names.
  const message = error instanceof Error ? await redact(error.message) : ''
  if (error instanceof OutboundBlocked) throw permanent('http.blocked', message)
  if (error instanceof HostNotFound)
    throw (error.temporary ? transient : permanent)('http.host_not_found', message)
  if (error instanceof ConnectionUnusable) throw permanent(unusableCodes[error.reason], message)
  if (error instanceof OutboundFailed)
    throw (transientKinds.has(error.kind) ? transient : permanent)(`http.${error.kind}`, message)
  throw error
}

const unusableCodes = {
  missing: 'connection.unusable',
  wrong_type: 'connection.unusable',
  no_origins: 'connection.no_origins',
  origin_not_allowed: 'connection.origin_not_allowed',
}

const unchanged: Redact = async (text) => text

/** The answer without the secret of the connection, wherever the other side put it. */
async function withoutSecret(answer: HttpCallResponse, redact: Redact) {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers))
    headers[await redact(name)] = await redact(value)
  return { status: answer.status, headers, body: await redact(answer.text), truncated: false }
}

/** Calls other services through the outbound guard only. */
export const httpPort = (
  { outbound, vault, outsideCalls }: HttpPortDeps,
  { db, facts }: PortContext,
): HttpPort => {
  const call = createHttpCall(outbound.fetchWhole)
  return {
    async request({ method, url, headers, body, connectionId, timeoutMs, maxBytes }, signal) {
      let redact = unchanged
      try {
        const target = { url: new URL(url), headers }
        const ref =
          connectionId === null ? undefined : { credentialId: connectionId, memberId: facts.memberId }
        const authorized = ref ? await applyConnection(db, vault, ref, target) : undefined
        redact = authorized?.redact ?? unchanged
        const answer = await outsideCalls(facts.memberId, () =>
          call({
            method,
            url: authorized?.url ?? target.url,
            headers: authorized?.headers ?? target.headers,
            isTrusted: authorized?.mayReceive,
            signal,
            timeoutMs,
            maxBytes,
            ...(body !== null && { body: { kind: 'text' as const, text: body } }),
          }),
        )
        return { ...(await withoutSecret(answer, redact)), url }
      } catch (error) {
        return throwNodeFault(error, redact)
      }
    },
  }
}
