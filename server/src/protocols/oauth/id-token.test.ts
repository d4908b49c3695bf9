import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import { createOAuth } from './oauth.ts'
import { googleProvider, microsoftProvider, type OAuthProvider } from './provider.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
const jwk = (key: KeyObject, extra: object) => ({ ...key.export({ format: 'jwk' }), ...extra })
const published = [
  jwk(rsa.publicKey, { kid: 'rsa', use: 'sig', alg: 'RS256' }),
  jwk(ec.publicKey, { kid: 'ec', use: 'sig' }),
  jwk(weak.publicKey, { kid: 'weak' }),
  jwk(foreign.publicKey, { kid: 'encrypts', use: 'enc' }),
]

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
type Header = { alg?: string; kid?: string; crit?: string[] }
function tokenOf(
  claims: object,
  header: Header = { alg: 'RS256', kid: 'rsa' },
  key: KeyObject = rsa.privateKey,
) {
  const input = `${part(header)}.${part(claims)}`
  const how = header.alg === 'ES256' ? ({ key, dsaEncoding: 'ieee-p1363' } as const) : key
  return `${input}.${sign('sha256', Buffer.from(input), how).toString('base64url')}`
}

const google = googleProvider({ clientId: 'us' })
const now = Date.UTC(2026, 10, 15)
const seconds = now / 1000
const good = {
  iss: 'https://accounts.google.com',
  aud: 'us',
  sub: '1',
  email: 'ann@gmail.com',
  email_verified: true,
  nonce: 'n',
  iat: seconds,
  exp: seconds + 3600,
}

function client(keys: () => object[] = () => published, clock = () => now) {
  let calls = 0
  const fetch: Fetch = async () => {
    calls++
    return new Response(JSON.stringify({ keys: keys() }))
  }
  const oauth = createOAuth({ fetch, now: clock })
  const read = (idToken: string, provider: OAuthProvider = { ...google, userinfoEndpoint: '' }) =>
    oauth.fetchAddress(provider, { accessToken: 'a', idToken }, { nonce: 'n' })
  return { read, calls: () => calls }
}

describe('an id_token', () => {
  it.each([
    ['RS256', { alg: 'RS256', kid: 'rsa' }, rsa.privateKey],
    ['ES256', { alg: 'ES256', kid: 'ec' }, ec.privateKey],
  ] as const)('is accepted when signed with %s', async (_, header, key) => {
    const identity = await client().read(tokenOf(good, header, key))
    expect(identity).toEqual({ address: 'ann@gmail.com', subject: '1' })
  })

  const rsaPem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
  const hmacInput = `${part({ alg: 'HS256', kid: 'rsa' })}.${part(good)}`
  const hmac = createHmac('sha256', rsaPem).update(hmacInput).digest('base64url')
  const [head, , tail] = tokenOf(good).split('.')
  const forged: Record<string, string> = {
    'an unsigned token': `${part({ alg: 'none' })}.${part(good)}.`,
    'an unsigned token with a dummy signature': `${part({ alg: 'none' })}.${part(good)}.x`,
    'a token signed with the public key as an HMAC secret': `${hmacInput}.${hmac}`,
    'a token signed with a foreign key': tokenOf(good, undefined, foreign.privateKey),
    'a token signed with an unknown key': tokenOf(good, { alg: 'RS256', kid: 'new' }, foreign.privateKey),
    'a token signed with an encryption key': tokenOf(
      good,
      { alg: 'RS256', kid: 'encrypts' },
      foreign.privateKey,
    ),
    'a token signed with a short key': tokenOf(good, { alg: 'RS256', kid: 'weak' }, weak.privateKey),
    'a token with the wrong type of key': tokenOf(good, { alg: 'ES256', kid: 'rsa' }, ec.privateKey),
    'a token without a kid where several keys fit': tokenOf(good, { alg: 'RS256' }),
    'a token changed after signing': `${head}.${part({ ...good, email: 'eve@gmail.com' })}.${tail}`,
    'a token requiring an extension': tokenOf(good, { alg: 'RS256', kid: 'rsa', crit: ['x'] }),
    'a token of another issuer': tokenOf({ ...good, iss: 'https://evil.example' }),
    'a token for another client': tokenOf({ ...good, aud: 'them' }),
    'a token for several clients without azp': tokenOf({ ...good, aud: ['us', 'them'] }),
    'a token with another azp': tokenOf({ ...good, azp: 'them' }),
    'a token of another sign-in': tokenOf({ ...good, nonce: 'm' }),
    'a token without a nonce': tokenOf({ ...good, nonce: undefined }),
    'an expired token': tokenOf({ ...good, exp: seconds - 200 }),
    'a token without an expiry': tokenOf({ ...good, exp: undefined }),
    'a token issued in the future': tokenOf({ ...good, iat: seconds + 200 }),
    'a token that is not valid yet': tokenOf({ ...good, nbf: seconds + 200 }),
    'a token without a subject': tokenOf({ ...good, sub: undefined }),
    'a string that is not a token': 'nonsense',
    'a token that is not JSON': 'YQ.YQ.YQ',
  }
  it.each(Object.entries(forged))('rejects %s', async (_, token) => {
    await expect(client().read(token)).rejects.toMatchObject({ kind: 'untrusted' })
  })
  it('does not yield a malformed address', async () => {
    for (const email of ['a@b\r\nX: y', 'a b@c', '<a@b>', 'a@b@c', 'ann', 7])
      await expect(client().read(tokenOf({ ...good, email }))).rejects.toMatchObject({
        kind: 'configuration',
      })
  })
})

describe('keys', () => {
  it('are fetched once, and again after a key rotation', async () => {
    let keys = published
    let at = now
    const { read, calls } = client(
      () => keys,
      () => at,
    )
    await Promise.all([read(tokenOf(good)), read(tokenOf(good))])
    expect(calls()).toBe(1)
    const next = generateKeyPairSync('rsa', { modulusLength: 2048 })
    keys = [jwk(next.publicKey, { kid: 'next' }) as (typeof published)[0]]
    const token = tokenOf(good, { alg: 'RS256', kid: 'next' }, next.privateKey)
    // Shortly after a fetch, an unknown kid does not cause another one.
    await expect(read(token)).rejects.toMatchObject({ kind: 'untrusted' })
    expect(calls()).toBe(1)
    at += 61_000
    await read(token)
    expect(calls()).toBe(2)
    at += 3_600_000
    await expect(read(tokenOf({ ...good, exp: at / 1000 + 60 }))).rejects.toMatchObject({ kind: 'untrusted' })
    expect(calls()).toBe(3)
  })
})

describe('Microsoft id_tokens', () => {
  const tid = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const claims = {
    ...good,
    iss: `https://login.microsoftonline.com/${tid}/v2.0`,
    tid,
    email: 'made-up@victim.example',
    preferred_username: 'ann@outlook.com',
  }
  const microsoft = microsoftProvider({ clientId: 'us' })
  it('are accepted for the tenant they name, with the user name as address', async () => {
    expect(await client().read(tokenOf(claims), microsoft)).toMatchObject({ address: 'ann@outlook.com' })
  })
  it.each(['https://login.microsoftonline.com/other/v2.0', 'https://evil.example', ''])(
    'are rejected with issuer %j',
    async (iss) => {
      await expect(client().read(tokenOf({ ...claims, iss }), microsoft)).rejects.toMatchObject({
        kind: 'untrusted',
      })
    },
  )
  it('are rejected when the tenant contains a path', async () => {
    const bent = { ...claims, tid: 'x/../evil', iss: 'https://login.microsoftonline.com/x/../evil/v2.0' }
    await expect(client().read(tokenOf(bent), microsoft)).rejects.toMatchObject({ kind: 'untrusted' })
  })
})
