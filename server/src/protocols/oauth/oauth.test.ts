import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import { authorisationUrl, readCallback } from './authorisation.ts'
import { createBrowser } from './fixtures/browser.ts'
import { type OidcServer, redirectUri, startOidcServer } from './fixtures/oidc-server.ts'
import { createOAuth, type OAuth } from './oauth.ts'
import { startSignIn } from './pkce.ts'

let server: OidcServer
let outbound: Outbound
let oauth: OAuth
beforeAll(async () => {
  server = await startOidcServer()
  outbound = createOutbound({ purpose: 'mail', allow: [server.host] })
  oauth = createOAuth(outbound)
})
afterAll(async () => {
  await outbound.close()
  await server.close()
})

async function getCode(at: OidcServer, login = 'ann') {
  const signIn = startSignIn()
  const url = authorisationUrl(at.provider, { ...signIn, redirectUri, loginHint: login })
  const query = await createBrowser(login).consent(url, redirectUri)
  return { ...signIn, redirectUri, code: readCallback(at.provider, query, signIn.state) }
}

describe('with a real provider', () => {
  it('connects an account and reads its address from the id_token', async () => {
    const signIn = await getCode(server)
    const tokens = await oauth.exchangeCode(server.provider, signIn)
    expect(tokens.expiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
    expect(tokens.scopes).toContain('https://mail.google.com/')
    const identity = await oauth.fetchAddress(server.provider, tokens, signIn)
    expect(identity).toEqual({ address: 'ann@gmail.example', subject: 'ann' })
  })
  it.each([
    ['ES256', false],
    ['RS256', true],
    ['ES256', true],
  ] as const)('reads the address with %s (only in userinfo: %s)', async (algorithm, omitsAddress) => {
    const other = await startOidcServer({ algorithm, omitsAddress })
    const ownOutbound = createOutbound({ purpose: 'mail', allow: [other.host] })
    const client = createOAuth(ownOutbound)
    const signIn = await getCode(other, 'ben')
    const tokens = await client.exchangeCode(other.provider, signIn)
    const identity = await client.fetchAddress(other.provider, tokens, signIn)
    expect(identity).toEqual({ address: 'ben@gmail.example', subject: 'ben' })
    await ownOutbound.close()
    await other.close()
  })
  it('rejects an unverified address', async () => {
    const other = await startOidcServer({ isVerified: false })
    const ownOutbound = createOutbound({ purpose: 'mail', allow: [other.host] })
    const client = createOAuth(ownOutbound)
    const signIn = await getCode(other)
    const tokens = await client.exchangeCode(other.provider, signIn)
    const call = client.fetchAddress(other.provider, tokens, signIn)
    await expect(call).rejects.toMatchObject({ kind: 'configuration' })
    await ownOutbound.close()
    await other.close()
  })
  it('refreshes with rotation, after which the old refresh token is invalid', async () => {
    const first = await oauth.exchangeCode(server.provider, await getCode(server))
    const second = await oauth.refresh(server.provider, first.refreshToken)
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(second.refreshToken).toBeTypeOf('string')
    expect(second.refreshToken).not.toBe(first.refreshToken)
    const third = await oauth.refresh(server.provider, second.refreshToken ?? '')
    // Reuse suggests theft, so the provider revokes the whole grant (RFC 9700 4.14.2).
    const again = oauth.refresh(server.provider, first.refreshToken)
    await expect(again).rejects.toMatchObject({ kind: 'revoked', error: 'invalid_grant' })
    const ended = oauth.refresh(server.provider, third.refreshToken ?? '')
    await expect(ended).rejects.toMatchObject({ kind: 'revoked' })
  })
  it('revokes a grant, and succeeds when it is already revoked', async () => {
    const { refreshToken } = await oauth.exchangeCode(server.provider, await getCode(server))
    expect(await oauth.revoke(server.provider, refreshToken)).toBe(true)
    await expect(oauth.refresh(server.provider, refreshToken)).rejects.toMatchObject({ kind: 'revoked' })
    expect(await oauth.revoke(server.provider, refreshToken)).toBe(true)
    const { revocationEndpoint: _, ...without } = server.provider
    expect(await oauth.revoke(without, refreshToken)).toBe(false)
  })
  it('rejects a code with another verifier and a reused code', async () => {
    const signIn = await getCode(server)
    const stolen = oauth.exchangeCode(server.provider, {
      ...signIn,
      codeVerifier: startSignIn().codeVerifier,
    })
    await expect(stolen).rejects.toMatchObject({ kind: 'revoked', error: 'invalid_grant' })
    const fresh = await getCode(server)
    await oauth.exchangeCode(server.provider, fresh)
    await expect(oauth.exchangeCode(server.provider, fresh)).rejects.toMatchObject({ kind: 'revoked' })
  })
  it('reports a wrong client secret as a configuration fault', async () => {
    const wrong = { ...server.provider, clientSecret: 'client-secret-2' }
    const call = oauth.refresh(wrong, 'any-token')
    await expect(call).rejects.toMatchObject({ kind: 'configuration', error: 'invalid_client' })
    await expect(call).rejects.not.toThrow(/client-secret|any-token/)
  })
  it('rejects a token of another sign-in', async () => {
    const signIn = await getCode(server)
    const tokens = await oauth.exchangeCode(server.provider, signIn)
    const call = oauth.fetchAddress(server.provider, tokens, { nonce: startSignIn().nonce })
    await expect(call).rejects.toMatchObject({ kind: 'untrusted' })
  })
  it('detects consent without mail access', async () => {
    const withoutMail = { ...server.provider, scopes: ['openid', 'email'] }
    const signIn = await getCode({ ...server, provider: withoutMail })
    await expect(oauth.exchangeCode(withoutMail, signIn)).rejects.toMatchObject({ kind: 'denied' })
  })
  it('does not connect to a provider that the outbound guard blocks', async () => {
    const closed = createOAuth(createOutbound({ purpose: 'mail', allow: [] }))
    const call = closed.refresh(server.provider, 'token')
    await expect(call).rejects.toMatchObject({ kind: 'configuration' })
    await expect(call).rejects.toThrow(/MAILWRIGHT_OUTBOUND_ALLOW/)
  })
})
