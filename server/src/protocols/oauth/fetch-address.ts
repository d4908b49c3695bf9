import type { Fetch } from '../../platform/outbound/fetch.ts'
import { getJson, type Json } from './call-provider.ts'
import { verifyIdToken } from './id-token.ts'
import type { FindKey } from './key-set.ts'
import { OAuthFault } from './oauth-fault.ts'
import type { OAuthProvider } from './provider.ts'
import type { Tokens } from './tokens.ts'

export type AccountIdentity = { address: string; subject: string }

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 320 && /^[^\p{Cc}\s<>@]+@[^\p{Cc}\s<>@]+$/u.test(value)

/** Ignores an address that the provider has not verified. */
function addressIn(provider: OAuthProvider, claims: Json): string | undefined {
  const isUnverified = (name: string) => name === 'email' && claims.email_verified === false
  return provider.addressClaims
    .filter((name) => !isUnverified(name))
    .map((name) => claims[name])
    .find(isAddress)
}

/** The account that the tokens belong to, from the id_token, or else from userinfo. */
export async function fetchAddress(
  deps: { fetch: Fetch; findKey: FindKey },
  provider: OAuthProvider,
  tokens: Pick<Tokens, 'accessToken' | 'idToken'>,
  expected: { nonce: string; now: number },
): Promise<AccountIdentity> {
  const claims = tokens.idToken && (await verifyIdToken(provider, tokens.idToken, expected, deps.findKey))
  const address = claims && addressIn(provider, claims)
  if (claims && address) return { address, subject: String(claims.sub) }
  if (provider.userinfoEndpoint) {
    const headers = { authorization: `Bearer ${tokens.accessToken}` }
    const info = await getJson(deps.fetch, provider.userinfoEndpoint, headers)
    // OpenID Connect Core 5.3.2: otherwise the token of one account could be paired with the address of another.
    if (claims && info.sub !== claims.sub)
      throw new OAuthFault('untrusted', 'Userinfo describes another account.')
    const fromInfo = addressIn(provider, info)
    if (fromInfo && typeof info.sub === 'string') return { address: fromInfo, subject: info.sub }
  }
  throw new OAuthFault('configuration', 'The provider did not return the address of the account.')
}
