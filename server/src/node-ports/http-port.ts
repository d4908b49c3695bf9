import { type HttpPort, permanent, transient } from '../engine/index.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { applyConnection } from '../slices/connections/index.ts'
import type { Where } from './about-run.ts'

export type HttpPortDeps = { outbound: Outbound; vault: Vault }

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const kindOf = (error: unknown) =>
  error instanceof Error && 'kind' in error && typeof error.kind === 'string' ? error.kind : ''

/** What the guard and the network say, as a node says it: a private address never becomes a public one. */
function describe(error: unknown): never {
  const message = error instanceof Error ? error.message : 'The call failed.'
  if (nameOf(error) === 'ConnectionUnusable') throw permanent('connection.unusable', message)
  const kind = kindOf(error)
  if (kind === 'timeout' || kind === 'unreachable' || kind === 'aborted')
    throw transient(`http.${kind}`, message)
  throw permanent(`http.${kind || 'refused'}`, message)
}

async function readCapped(response: Response, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > maxBytes) break
  }
  const bytes = Buffer.concat(chunks)
  return { body: bytes.subarray(0, maxBytes).toString('utf8'), truncated: size > maxBytes }
}

/** Calls to the outside go through the guard only; a rehearsal calls nobody. */
export const httpPort = ({ outbound, vault }: HttpPortDeps, { db, facts }: Where): HttpPort => ({
  async request({ method, url, headers, body, connectionId, timeoutMs, maxBytes }, signal) {
    if (facts.simulated) return { status: 200, headers: {}, body: '', truncated: false, url }
    try {
      const asked = { url: new URL(url), headers }
      const ref = connectionId === null ? undefined : { credentialId: connectionId, memberId: facts.memberId }
      const call = ref ? await applyConnection(db, vault, ref, asked) : asked
      const response = await outbound.fetch(call.url, {
        ...{ method, headers: call.headers, signal, timeoutMs, maxBytes: maxBytes + 65_536 },
        ...(body !== null && { body }),
      })
      const read = await readCapped(response, maxBytes)
      // Where it ended, without what a connection put into the address.
      const at = new URL(response.url || url)
      const shown = ref ? `${at.origin}${at.pathname}` : at.href
      return { status: response.status, headers: Object.fromEntries(response.headers), ...read, url: shown }
    } catch (error) {
      return describe(error)
    }
  },
})
