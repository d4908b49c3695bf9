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
  outbound = createOutbound({ allow: [server.host] })
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
  it('connects an account and learns its address from the signed token', async () => {
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
  ] as const)('reads the address with %s, kept out of the token: %s', async (algorithm, keepsAddressOut) => {
    const other = await startOidcServer({ algorithm, keepsAddressOut })
    const ownWay = createOutbound({ allow: [other.host] })
    const client = createOAuth(ownWay)
    const signIn = await getCode(other, 'ben')
    const tokens = await client.exchangeCode(other.provider, signIn)
    const identity = await client.fetchAddress(other.provider, tokens, signIn)
    expect(identity).toEqual({ address: 'ben@gmail.example', subject: 'ben' })
    await ownWay.close()
    await other.close()
  })
  it('does not take an address that the provider does not vouch for', async () => {
    const other = await startOidcServer({ isVerified: false })
    const ownWay = createOutbound({ allow: [other.host] })
    const client = createOAuth(ownWay)
    const signIn = await getCode(other)
    const tokens = await client.exchangeCode(other.provider, signIn)
    const call = client.fetchAddress(other.provider, tokens, signIn)
    await expect(call).rejects.toMatchObject({ kind: 'configuration' })
    await ownWay.close()
    await other.close()
  })
  it('refreshes, takes the new refresh token, and finds the old one dead', async () => {
    const first = await oauth.exchangeCode(server.provider, await getCode(server))
    const second = await oauth.refresh(server.provider, first.refreshToken)
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(second.refreshToken).toBeTypeOf('string')
    expect(second.refreshToken).not.toBe(first.refreshToken)
    const third = await oauth.refresh(server.provider, second.refreshToken ?? '')
    // Used twice: somebody else may hold it, so the provider ends the whole grant (RFC 9700 4.14.2).
    const again = oauth.refresh(server.provider, first.refreshToken)
    await expect(again).rejects.toMatchObject({ kind: 'revoked', error: 'invalid_grant' })
    const ended = oauth.refresh(server.provider, third.refreshToken ?? '')
    await expect(ended).rejects.toMatchObject({ kind: 'revoked' })
  })
  it('revokes a grant; a second time is no fault', async () => {
    const { refreshToken } = await oauth.exchangeCode(server.provider, await getCode(server))
    expect(await oauth.revoke(server.provider, refreshToken)).toBe(true)
    await expect(oauth.refresh(server.provider, refreshToken)).rejects.toMatchObject({ kind: 'revoked' })
    expect(await oauth.revoke(server.provider, refreshToken)).toBe(true)
    const { revocationEndpoint: _, ...without } = server.provider
    expect(await oauth.revoke(without, refreshToken)).toBe(false)
  })
  it('gets nothing for a code with another verifier, nor for a code twice', async () => {
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
  it('tells a wrong secret and a wrong redirect address as configuration', async () => {
    const wrong = { ...server.provider, clientSecret: 'client-secret-2' }
    const call = oauth.refresh(wrong, 'any-token')
    await expect(call).rejects.toMatchObject({ kind: 'configuration', error: 'invalid_client' })
    await expect(call).rejects.not.toThrow(/client-secret|any-token/)
  })
  it('does not take a token of another sign-in', async () => {
    const signIn = await getCode(server)
    const tokens = await oauth.exchangeCode(server.provider, signIn)
    const call = oauth.fetchAddress(server.provider, tokens, { nonce: startSignIn().nonce })
    await expect(call).rejects.toMatchObject({ kind: 'untrusted' })
  })
  it('notices when the mail was left out of the consent', async () => {
    const shy = { ...server.provider, scopes: ['openid', 'email'] }
    const signIn = await getCode({ ...server, provider: shy })
    await expect(oauth.exchangeCode(shy, signIn)).rejects.toMatchObject({ kind: 'denied' })
  })
  it('reaches no provider that the guard refuses', async () => {
    const closed = createOAuth(createOutbound({ allow: [] }))
    const call = closed.refresh(server.provider, 'token')
    await expect(call).rejects.toMatchObject({ kind: 'configuration' })
    await expect(call).rejects.toThrow(/MAILWRIGHT_OUTBOUND_ALLOW/)
  })
})
