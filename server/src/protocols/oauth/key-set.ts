import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import { getJson } from './call-provider.ts'
import { OAuthFault } from './oauth-fault.ts'

export type Algorithm = 'RS256' | 'ES256'
export type FindKey = (jwksUri: string, algorithm: Algorithm, kid: string | undefined) => Promise<KeyObject>

type Jwk = JsonWebKey & { kid?: string; use?: string; alg?: string }

const keepMs = 3_600_000
/** A token with a made-up kid must not make us call the provider each time. */
const askAgainMs = 60_000

const fits = (jwk: Jwk, algorithm: Algorithm) =>
  (algorithm === 'RS256' ? jwk.kty === 'RSA' : jwk.kty === 'EC' && jwk.crv === 'P-256') &&
  (jwk.use === undefined || jwk.use === 'sig') &&
  (jwk.alg === undefined || jwk.alg === algorithm)

/** One key or none: a token without a kid is only for a set that leaves no choice (RFC 7517 4.5). */
function pick(keys: Jwk[], algorithm: Algorithm, kid: string | undefined): KeyObject | undefined {
  const fitting = keys.filter((jwk) => fits(jwk, algorithm) && (kid === undefined || jwk.kid === kid))
  const [jwk] = fitting
  if (!jwk || fitting.length > 1) return undefined
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  // RFC 7518 3.3: anything shorter can be forged.
  if (algorithm === 'RS256' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return undefined
  return key
}

/** The providers' public keys, fetched when needed and kept for an hour. */
export function createKeySet(fetch: Fetch, now: () => number): FindKey {
  const kept = new Map<string, { at: number; keys: Promise<Jwk[]> }>()
  const load = (uri: string) => {
    const keys = getJson(fetch, uri).then((body) => (Array.isArray(body.keys) ? (body.keys as Jwk[]) : []))
    const entry = { at: now(), keys }
    kept.set(uri, entry)
    keys.catch(() => kept.get(uri) === entry && kept.delete(uri))
    return entry
  }
  return async (uri, algorithm, kid) => {
    const old = kept.get(uri)
    const entry = old && now() - old.at < keepMs ? old : load(uri)
    const found = pick(await entry.keys, algorithm, kid)
    if (found) return found
    // The provider may have changed its keys since.
    const key = now() - entry.at >= askAgainMs ? pick(await load(uri).keys, algorithm, kid) : undefined
    if (!key)
      throw new OAuthFault('untrusted', 'The id_token is signed with a key that is not the provider’s.')
    return key
  }
}
