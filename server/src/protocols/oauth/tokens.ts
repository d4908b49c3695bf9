import type { Fetch } from '../../platform/outbound/fetch.ts'
import { type Json, postForm } from './call-provider.ts'
import { OAuthFault } from './oauth-fault.ts'
import type { OAuthProvider } from './provider.ts'

export type Tokens = {
  accessToken: string
  expiresAt: Date
  /** Present if the provider issued one; after a refresh it replaces the old one, which may already be invalid. */
  refreshToken?: string
  idToken?: string
  scopes: string[]
}

export type CodeExchange = { code: string; codeVerifier: string; redirectUri: string }

/** RFC 6749 5.1 makes the lifetime optional; too short a default costs only an extra refresh. */
const defaultLifetimeSeconds = 300

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function readTokens(body: Json | undefined, provider: OAuthProvider, now: number): Tokens {
  const accessToken = text(body?.access_token)
  if (!body || !accessToken || text(body.token_type)?.toLowerCase() !== 'bearer')
    throw new OAuthFault('transient', 'The provider returned no access token.')
  const seconds = Number(body.expires_in)
  const refreshToken = text(body.refresh_token)
  const idToken = text(body.id_token)
  return {
    accessToken,
    expiresAt: new Date(now + (seconds > 0 ? seconds : defaultLifetimeSeconds) * 1000),
    // If omitted, the granted scopes are the requested ones (RFC 6749 5.1).
    scopes: text(body.scope)?.split(/\s+/) ?? provider.scopes,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(idToken !== undefined && { idToken }),
  }
}

export async function exchangeCode(fetch: Fetch, provider: OAuthProvider, given: CodeExchange, now: number) {
  const body = await postForm(fetch, provider, provider.tokenEndpoint, {
    grant_type: 'authorization_code',
    code: given.code,
    code_verifier: given.codeVerifier,
    redirect_uri: given.redirectUri,
  })
  const tokens = readTokens(body, provider, now)
  const granted = new Set(tokens.scopes.map((scope) => scope.toLowerCase()))
  if (!provider.mailScopes.every((scope) => granted.has(scope.toLowerCase())))
    throw new OAuthFault('denied', 'Access to mail was not granted.')
  if (!tokens.refreshToken) throw new OAuthFault('configuration', 'The provider returned no refresh token.')
  return { ...tokens, refreshToken: tokens.refreshToken }
}

export async function refresh(fetch: Fetch, provider: OAuthProvider, refreshToken: string, now: number) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return readTokens(await postForm(fetch, provider, provider.tokenEndpoint, form), provider, now)
}

/** Revokes a grant; false if the provider does not support it. An invalid token is not an error. */
export async function revoke(fetch: Fetch, provider: OAuthProvider, token: string): Promise<boolean> {
  if (!provider.revocationEndpoint) return false
  try {
    await postForm(fetch, provider, provider.revocationEndpoint, { token, token_type_hint: 'refresh_token' })
  } catch (error) {
    // RFC 7009 2.2 requires 200 for an invalid token; Google responds with 400 invalid_token.
    if (!(error instanceof OAuthFault && error.error === 'invalid_token')) throw error
  }
  return true
}
