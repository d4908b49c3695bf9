import type { Fetch } from '../../platform/outbound/fetch.ts'
import { type AccountIdentity, fetchAddress } from './fetch-address.ts'
import { createKeySet } from './key-set.ts'
import type { OAuthProvider } from './provider.ts'
import { type CodeExchange, exchangeCode, refresh, revoke, type Tokens } from './tokens.ts'

/** Network calls to providers. Every failure is an OAuthFault. */
export type OAuth = {
  exchangeCode(provider: OAuthProvider, given: CodeExchange): Promise<Tokens & { refreshToken: string }>
  refresh(provider: OAuthProvider, refreshToken: string): Promise<Tokens>
  fetchAddress(
    provider: OAuthProvider,
    tokens: Pick<Tokens, 'accessToken' | 'idToken'>,
    expected: { nonce: string },
  ): Promise<AccountIdentity>
  revoke(provider: OAuthProvider, token: string): Promise<boolean>
}

export function createOAuth({ fetch, now = Date.now }: { fetch: Fetch; now?: () => number }): OAuth {
  const findKey = createKeySet(fetch, now)
  return {
    exchangeCode: (provider, given) => exchangeCode(fetch, provider, given, now()),
    refresh: (provider, refreshToken) => refresh(fetch, provider, refreshToken, now()),
    fetchAddress: (provider, tokens, { nonce }) =>
      fetchAddress({ fetch, findKey }, provider, tokens, { nonce, now: now() }),
    revoke: (provider, token) => revoke(fetch, provider, token),
  }
}
