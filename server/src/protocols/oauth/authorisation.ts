import { createHash, timingSafeEqual } from 'node:crypto'
import { cleanText, kindOfError, OAuthFault } from './oauth-fault.ts'
import type { OAuthProvider } from './provider.ts'

export type AuthorisationRequest = {
  state: string
  nonce: string
  codeChallenge: string
  redirectUri: string
  loginHint?: string
}

/** The URL of the consent page. */
export function authorisationUrl(provider: OAuthProvider, request: AuthorisationRequest): string {
  const url = new URL(provider.authorisationEndpoint)
  const parameters: Record<string, string> = {
    ...provider.parameters,
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: request.redirectUri,
    scope: provider.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    ...(request.loginHint !== undefined && { login_hint: request.loginHint }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const hash = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(hash(a), hash(b))

/** Reads the authorisation code from the callback. `state` is checked first: without it, anyone may have sent the rest. */
export function readCallback(provider: OAuthProvider, query: URLSearchParams, expectedState: string): string {
  const state = query.get('state')
  if (!state || !expectedState || !isSame(state, expectedState))
    throw new OAuthFault('untrusted', 'This response does not belong to a sign-in of this browser.')
  // RFC 9207 2.4: which provider responds. An issuer with a tenant placeholder cannot be compared yet.
  const issuer = query.get('iss')
  const hasTenant = provider.issuers.some((one) => one.includes('{tid}'))
  if (issuer !== null && !hasTenant && !provider.issuers.includes(issuer))
    throw new OAuthFault('untrusted', 'This response comes from another provider.')
  const error = query.get('error')
  if (error !== null) {
    const message = cleanText(query.get('error_description')) || cleanText(error)
    throw new OAuthFault(kindOfError(error), message, { error: cleanText(error) })
  }
  const code = query.get('code')
  if (!code) throw new OAuthFault('untrusted', 'The provider sent no code.')
  return code
}
