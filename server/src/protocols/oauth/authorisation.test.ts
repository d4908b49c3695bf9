import { describe, expect, it } from 'vitest'
import { OutboundFailed } from '../../platform/outbound/errors.ts'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import { authorisationUrl, readCallback } from './authorisation.ts'
import { createOAuth } from './oauth.ts'
import { challengeOf, startSignIn } from './pkce.ts'
import { googleProvider, microsoftProvider } from './provider.ts'

const google = googleProvider({ clientId: 'us', clientSecret: 'secret-1' })
const microsoft = microsoftProvider({ clientId: 'us' })
const request = { state: 's', nonce: 'n', codeChallenge: 'c', redirectUri: 'https://mw.example/back' }

describe('authorisationUrl', () => {
  it('has the parameters that Google needs for mail access and a refresh token', () => {
    const url = new URL(authorisationUrl(google, { ...request, loginHint: 'ann@gmail.com' }))
    expect(`${url.origin}${url.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'us',
      redirect_uri: 'https://mw.example/back',
      scope: 'openid email https://mail.google.com/',
      state: 's',
      nonce: 'n',
      code_challenge: 'c',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      login_hint: 'ann@gmail.com',
    })
  })
  it('has the parameters that Microsoft needs', () => {
    const url = new URL(authorisationUrl(microsoft, request))
    expect(url.pathname).toBe('/common/oauth2/v2.0/authorize')
    const scopes = url.searchParams.get('scope')?.split(' ')
    expect(scopes).toEqual(expect.arrayContaining(['offline_access', ...microsoft.mailScopes]))
    expect(url.href).not.toContain('secret')
  })
  it('derives the challenge of the RFC 7636 example verifier', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
    const signIn = startSignIn()
    expect(new Set(Object.values(signIn)).size).toBe(4)
    expect(signIn.codeVerifier).toMatch(/^[\w-]{43}$/)
  })
})

describe('readCallback', () => {
  const read = (query: Record<string, string>, state = 's') =>
    readCallback(google, new URLSearchParams(query), state)
  it('returns the code', () => {
    expect(read({ state: 's', code: 'c' })).toBe('c')
    expect(read({ state: 's', code: 'c', iss: 'https://accounts.google.com' })).toBe('c')
  })
  it.each([
    [{ code: 'c' }, 'untrusted'],
    [{ state: 't', code: 'c' }, 'untrusted'],
    [{ state: 't', error: 'access_denied' }, 'untrusted'],
    [{ state: 's' }, 'untrusted'],
    [{ state: 's', code: 'c', iss: 'https://evil.example' }, 'untrusted'],
    [{ state: 's', error: 'access_denied' }, 'denied'],
    [{ state: 's', error: 'temporarily_unavailable' }, 'transient'],
    [{ state: 's', error: 'invalid_scope' }, 'configuration'],
    [{ state: 's', error: 'constructor' }, 'configuration'],
  ])('rejects %j as %s', (query, kind) => {
    expect(() => read(query as Record<string, string>)).toThrow(expect.objectContaining({ kind }))
  })
  it('rejects a callback without a pending sign-in', () => {
    expect(() => read({ state: '', code: 'c' }, '')).toThrow(expect.objectContaining({ kind: 'untrusted' }))
  })
})

describe('a token endpoint response', () => {
  const respondingWith =
    (status: number, body: string): Fetch =>
    async () =>
      new Response(body, { status })
  const json = (value: unknown) => JSON.stringify(value)
  it.each([
    [400, json({ error: 'invalid_grant' }), 'revoked'],
    [400, json({ error: 'interaction_required' }), 'revoked'],
    [401, json({ error: 'invalid_client' }), 'configuration'],
    [400, json({ error: 'unauthorized_client' }), 'configuration'],
    [404, '<html>', 'configuration'],
    [400, json({ error: 'temporarily_unavailable' }), 'transient'],
    [500, json({ error: 'invalid_grant' }), 'transient'],
    [503, 'busy', 'transient'],
    [429, json({ error: 'rate_limited' }), 'transient'],
    [200, '<html>portal</html>', 'transient'],
    [200, '[]', 'transient'],
    [200, json({ access_token: '' }), 'transient'],
    [200, json({ access_token: 'a', token_type: 'mac' }), 'transient'],
  ])('classifies %i %s as %s', async (status, body, kind) => {
    const call = createOAuth({ fetch: respondingWith(status, body) }).refresh(google, 'refresh-1')
    await expect(call).rejects.toMatchObject({ name: 'OAuthFault', kind })
  })
  it('is transient when it never arrives', async () => {
    for (const kind of ['timeout', 'unreachable'] as const) {
      const fetch: Fetch = () => Promise.reject(new OutboundFailed(kind, 'x'))
      await expect(createOAuth({ fetch }).refresh(google, 'r')).rejects.toMatchObject({ kind: 'transient' })
    }
  })
  it('is reported without the secrets that it echoes', async () => {
    const body = json({ error: 'invalid_grant', error_description: 'bad refresh-1 of secret-1\r\n\0' })
    const call = createOAuth({ fetch: respondingWith(400, body) }).refresh(google, 'refresh-1')
    await expect(call).rejects.toMatchObject({ message: 'bad *** of ***' })
  })
  it('may omit the refresh token and the lifetime', async () => {
    const fetch = respondingWith(200, json({ access_token: 'a', token_type: 'Bearer' }))
    const tokens = await createOAuth({ fetch, now: () => 0 }).refresh(google, 'r')
    expect(tokens).toEqual({ accessToken: 'a', expiresAt: new Date(300_000), scopes: google.scopes })
  })
})
