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

/** An address that the provider itself does not vouch for is none. */
function addressIn(provider: OAuthProvider, claims: Json): string | undefined {
  const isDoubtful = (name: string) => name === 'email' && claims.email_verified === false
  return provider.addressClaims
    .filter((name) => !isDoubtful(name))
    .map((name) => claims[name])
    .find(isAddress)
}

/** Whose mailbox the tokens open: by the id_token, or by userinfo where that says nothing. */
export async function fetchAddress(
  deps: { fetch: Fetch; findKey: FindKey },
  provider: OAuthProvider,
  tokens: Pick<Tokens, 'accessToken' | 'idToken'>,
  expected: { nonce: string; now: number },
): Promise<AccountIdentity> {
  const claims = tokens.idToken && (await verifyIdToken(provider, tokens.idToken, expected, deps.findKey))
  const known = claims && addressIn(provider, claims)
  if (claims && known) return { address: known, subject: String(claims.sub) }
  if (provider.userinfoEndpoint) {
    const headers = { authorization: `Bearer ${tokens.accessToken}` }
    const info = await getJson(deps.fetch, provider.userinfoEndpoint, headers)
    // OpenID Connect Core 5.3.2: otherwise one account's token could be shown with another's address.
    if (claims && info.sub !== claims.sub)
      throw new OAuthFault('untrusted', 'Userinfo is about another account.')
    const address = addressIn(provider, info)
    if (address && typeof info.sub === 'string') return { address, subject: info.sub }
  }
  throw new OAuthFault('configuration', 'The provider does not tell the address of the account.')
}
