import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { createRedact, type Redact } from '../../platform/text/redact-secrets.ts'
import { type HttpSecret, httpType } from './connection-data.ts'
import { type ConnectionRef, ConnectionUnusable, openSecret } from './open-secret.ts'
import { mayReceive } from './origins.ts'

export type HttpRequest = { url: URL; headers: Record<string, string> }

/** Replaces any header of the same name, ignoring case. */
function withHeader(headers: Record<string, string>, name: string, value: string) {
  const others = Object.entries(headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...Object.fromEntries(others), [name]: value }
}

function authenticate(secret: HttpSecret, { url, headers }: HttpRequest): HttpRequest {
  if (secret.kind === 'query') {
    const to = new URL(url)
    to.searchParams.set(secret.paramName, secret.value)
    return { url: to, headers }
  }
  if (secret.kind === 'apiKey') return { url, headers: withHeader(headers, secret.headerName, secret.value) }
  const value =
    secret.kind === 'bearer'
      ? `Bearer ${secret.token}`
      : `Basic ${Buffer.from(`${secret.username}:${secret.password}`).toString('base64')}`
  return { url, headers: withHeader(headers, 'Authorization', value) }
}

/** What must not appear in an answer. */
function secretsOf(secret: HttpSecret): string[] {
  if (secret.kind === 'bearer') return [secret.token]
  if (secret.kind === 'basic') return [secret.password, `${secret.username}:${secret.password}`]
  return [secret.value]
}

export type AuthorizedRequest = HttpRequest & {
  /** Whether another request to this URL, after a redirect, may carry the secret too. */
  mayReceive(url: URL): boolean
  /** Removes the secret from what the other side answers. */
  redact: Redact
}

/**
 * Adds the credentials of the connection to the request. The given request is not modified and may be shown; the
 * returned one contains the secret and must not be.
 */
export async function applyConnection(
  db: Db,
  vault: Vault,
  ref: ConnectionRef,
  request: HttpRequest,
): Promise<AuthorizedRequest> {
  const { type, data, scope, origins } = await openSecret(db, vault, ref)
  if (type !== httpType) throw new ConnectionUnusable(ref.credentialId, 'wrong_type')
  if (scope === 'org' && origins.length === 0) throw new ConnectionUnusable(ref.credentialId, 'no_origins')
  const isAllowed = (url: URL) => origins.length === 0 || mayReceive(origins, url)
  if (!isAllowed(request.url)) throw new ConnectionUnusable(ref.credentialId, 'origin_not_allowed')
  // Data of this type was validated when it was stored.
  const secret = data as HttpSecret
  return { ...authenticate(secret, request), mayReceive: isAllowed, redact: createRedact(secretsOf(secret)) }
}
