import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { type HttpSecret, httpType } from './connection-data.ts'
import { type ConnectionRef, ConnectionUnusable, openSecret } from './open-secret.ts'

export type HttpRequest = { url: URL; headers: Record<string, string> }

/** In the place of what the request had under that name, however it was spelled. */
function withHeader(headers: Record<string, string>, name: string, value: string) {
  const others = Object.entries(headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...Object.fromEntries(others), [name]: value }
}

function present(secret: HttpSecret, { url, headers }: HttpRequest): HttpRequest {
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
 * The request as its service wants it: with the header, the query parameter or the password of the connection. The
 * given one stays as it is, so that it can be shown; the new one holds the secret and must not be.
 */
export async function applyConnection(
  db: Db,
  vault: Vault,
  ref: ConnectionRef,
  request: HttpRequest,
): Promise<HttpRequest> {
  const { type, data } = await openSecret(db, vault, ref)
  if (type !== httpType) throw new ConnectionUnusable(ref.credentialId, 'wrong_type')
  // What is stored under this type was judged when it was written.
  return present(data as HttpSecret, request)
}
