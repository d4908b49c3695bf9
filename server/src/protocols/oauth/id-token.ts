import { verify } from 'node:crypto'
import type { Json } from './call-provider.ts'
import type { Algorithm, FindKey } from './key-set.ts'
import { OAuthFault } from './oauth-fault.ts'
import type { OAuthProvider } from './provider.ts'

/** Tolerated clock skew. */
const skewSeconds = 120

const untrusted = (why: string) => new OAuthFault('untrusted', `The id_token is not valid: ${why}.`)

function decode(part: string): Json {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {}
  throw untrusted('it is malformed')
}

/** Only the algorithms that providers use; `none` and HMAC allow forged tokens (RFC 8725 2.1). */
const isAlgorithm = (value: unknown): value is Algorithm => value === 'RS256' || value === 'ES256'

async function verifySignature(token: string, jwksUri: string, findKey: FindKey): Promise<Json> {
  const [header, payload, signature, ...extra] = token.split('.')
  if (!header || !payload || !signature || extra.length > 0) throw untrusted('it is malformed')
  const { alg, kid, crit } = decode(header)
  if (!isAlgorithm(alg)) throw untrusted('its algorithm is not accepted')
  if (crit !== undefined) throw untrusted('it requires an unknown extension')
  const key = await findKey(jwksUri, alg, typeof kid === 'string' ? kid : undefined)
  // JOSE concatenates r and s instead of using DER (RFC 7518 3.4).
  const how = alg === 'ES256' ? ({ key, dsaEncoding: 'ieee-p1363' } as const) : key
  const bytes = Buffer.from(`${header}.${payload}`)
  if (!verify('sha256', bytes, how, Buffer.from(signature, 'base64url')))
    throw untrusted('its signature is wrong')
  return decode(payload)
}

/** A tenant that is not a plain id could turn the issuer URL into another one. */
const isTenant = (tid: unknown): tid is string => typeof tid === 'string' && /^[0-9a-f-]{36}$/i.test(tid)

function isIssuer({ issuers }: OAuthProvider, { iss, tid }: Json): boolean {
  return issuers.some((issuer) => {
    if (!issuer.includes('{tid}')) return iss === issuer
    return isTenant(tid) && iss === issuer.replace('{tid}', tid)
  })
}

function isAudience({ clientId }: OAuthProvider, { aud, azp }: Json): boolean {
  if (azp !== undefined && azp !== clientId) return false
  if (Array.isArray(aud)) return aud.includes(clientId) && (aud.length === 1 || azp === clientId)
  return aud === clientId
}

/** OpenID Connect Core 3.1.3.7. */
export async function verifyIdToken(
  provider: OAuthProvider,
  token: string,
  expected: { nonce: string; now: number },
  findKey: FindKey,
): Promise<Json> {
  const claims = await verifySignature(token, provider.jwksUri, findKey)
  const seconds = expected.now / 1000
  if (!isIssuer(provider, claims)) throw untrusted('it has another issuer')
  if (!isAudience(provider, claims)) throw untrusted('it is for another client')
  if (typeof claims.exp !== 'number' || claims.exp < seconds - skewSeconds) throw untrusted('it has expired')
  if (typeof claims.iat !== 'number' || claims.iat > seconds + skewSeconds)
    throw untrusted('it is not valid yet')
  if (typeof claims.nbf === 'number' && claims.nbf > seconds + skewSeconds)
    throw untrusted('it is not valid yet')
  if (!expected.nonce || claims.nonce !== expected.nonce) throw untrusted('it belongs to another sign-in')
  if (typeof claims.sub !== 'string' || claims.sub === '') throw untrusted('it has no subject')
  return claims
}
