import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import { getJson } from './call-provider.ts'
import { OAuthFault } from './oauth-fault.ts'

export type Algorithm = 'RS256' | 'ES256'
export type FindKey = (jwksUri: string, algorithm: Algorithm, kid: string | undefined) => Promise<KeyObject>

type Jwk = JsonWebKey & { kid?: string; use?: string; alg?: string }

const maxAgeMs = 3_600_000
/** Limits refetching, since a token with an invented kid would otherwise cause a call each time. */
const minRefetchMs = 60_000

const fits = (jwk: Jwk, algorithm: Algorithm) =>
  (algorithm === 'RS256' ? jwk.kty === 'RSA' : jwk.kty === 'EC' && jwk.crv === 'P-256') &&
  (jwk.use === undefined || jwk.use === 'sig') &&
  (jwk.alg === undefined || jwk.alg === algorithm)

/** Returns a key only if exactly one fits: a token without a kid needs an unambiguous set (RFC 7517 4.5). */
function pickKey(keys: Jwk[], algorithm: Algorithm, kid: string | undefined): KeyObject | undefined {
  const candidates = keys.filter((jwk) => fits(jwk, algorithm) && (kid === undefined || jwk.kid === kid))
  const [jwk] = candidates
  if (!jwk || candidates.length > 1) return undefined
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  // RFC 7518 3.3: shorter keys are too weak.
  if (algorithm === 'RS256' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return undefined
  return key
}

/** The providers' public keys, fetched on demand and cached for an hour. */
export function createKeySet(fetch: Fetch, now: () => number): FindKey {
  const cache = new Map<string, { at: number; keys: Promise<Jwk[]> }>()
  const load = (uri: string) => {
    const keys = getJson(fetch, uri).then((body) => (Array.isArray(body.keys) ? (body.keys as Jwk[]) : []))
    const entry = { at: now(), keys }
    cache.set(uri, entry)
    keys.catch(() => cache.get(uri) === entry && cache.delete(uri))
    return entry
  }
  return async (uri, algorithm, kid) => {
    const cached = cache.get(uri)
    const entry = cached && now() - cached.at < maxAgeMs ? cached : load(uri)
    const found = pickKey(await entry.keys, algorithm, kid)
    if (found) return found
    // The provider may have rotated its keys.
    const key = now() - entry.at >= minRefetchMs ? pickKey(await load(uri).keys, algorithm, kid) : undefined
    if (!key) throw new OAuthFault('untrusted', 'The id_token is not signed with a key of the provider.')
    return key
  }
}
