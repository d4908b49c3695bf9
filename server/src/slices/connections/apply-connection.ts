import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { type HttpSecret, httpType } from './connection-data.ts'
import { type ConnectionRef, ConnectionUnusable, openSecret } from './open-secret.ts'

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

/**
 * Adds the credentials of the connection to the request. The given request is not modified and may be shown; the
 * returned one contains the secret and must not be.
 */
export async function applyConnection(
  db: Db,
  vault: Vault,
  ref: ConnectionRef,
  request: HttpRequest,
): Promise<HttpRequest> {
  const { type, data } = await openSecret(db, vault, ref)
  if (type !== httpType) throw new ConnectionUnusable(ref.credentialId, 'wrong_type')
  // Data of this type was validated when it was stored.
  return authenticate(data as HttpSecret, request)
}
