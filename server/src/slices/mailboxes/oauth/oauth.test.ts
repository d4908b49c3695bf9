import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { openMail } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import type { OAuth } from '../../../protocols/oauth/oauth.ts'
import { OAuthFault } from '../../../protocols/oauth/oauth-fault.ts'
import { challengeOf } from '../../../protocols/oauth/pkce.ts'

const needle = 'refresh-token-needle'
const seen: { codeVerifier: string; redirectUri: string; nonce: string }[] = []
const script = { exchange: () => {}, imap: () => {} }
const oauth: OAuth = {
  exchangeCode: async (_provider, { codeVerifier, redirectUri }) => {
    script.exchange()
    seen.push({ codeVerifier, redirectUri, nonce: '' })
    const expiresAt = new Date(Date.now() + 3_600_000)
    return { accessToken: 'access', refreshToken: needle, expiresAt, scopes: [] }
  },
  fetchAddress: async (_provider, _tokens, { nonce }) => {
    Object.assign(seen.at(-1) ?? {}, { nonce })
    return { address: 'ada@gmail.example', subject: '1' }
  },
  refresh: () => Promise.reject(new Error('not here')),
  revoke: async () => true,
}
const probe = {
  imap: async () => {
    await script.imap()
    return undefined
  },
  smtp: async () => undefined,
}
const clients = { MAILWRIGHT_GOOGLE_CLIENT_ID: 'g', MAILWRIGHT_MICROSOFT_CLIENT_ID: 'm' }

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer(clients, { mail: { ...openMail, oauth, probe } })
})
afterAll(() => server.close())
beforeEach(async () => {
  Object.assign(script, { exchange: () => {}, imap: () => {} })
  seen.length = 0
  ada = await createMember(server)
})

const base = '/api/v1/mailboxes/oauth'
const start = async (member = ada, provider = 'google') => {
  const { status, body } = await member.session('POST', `${base}/${provider}/start`)
  expect(status).toBe(200)
  return new URL(body.url)
}
const finish = (member: TestMember, query: Record<string, string>) =>
  member.session('GET', `${base}/callback?${new URLSearchParams(query)}`)
const stateOf = (url: URL) => url.searchParams.get('state') ?? ''
const mailboxesOf = async (member: TestMember) =>
  (await member.session('GET', '/api/v1/mailboxes')).body.mailboxes

describe('connecting with a provider', () => {
  it('redirects with a state and a challenge, and connects the mailbox on the callback', async () => {
    const url = await start()
    expect(url.origin).toBe('https://accounts.google.com')
    const { status, text, headers } = await finish(ada, { state: stateOf(url), code: 'c', scope: 'email' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('ada@gmail.example')
    expect(await mailboxesOf(ada)).toMatchObject([
      { provider: 'google', address: 'ada@gmail.example', status: 'active' },
    ])
    const [given] = seen
    expect(challengeOf(given?.codeVerifier ?? '')).toBe(url.searchParams.get('code_challenge'))
    expect(given?.nonce).toBe(url.searchParams.get('nonce'))
    expect(given?.redirectUri).toBe(url.searchParams.get('redirect_uri'))
    const [secret] = await server.db.rows<{ row: string }>(sql`
      select s::text as row from secrets s join mailboxes m on m.secret_id = s.id where m.member_id = ${ada.id}`)
    expect(secret?.row).not.toContain(Buffer.from(needle).toString('hex'))
  })

  it('supports Microsoft', async () => {
    const url = await start(ada, 'microsoft')
    expect(url.origin).toBe('https://login.microsoftonline.com')
    expect((await finish(ada, { state: stateOf(url), code: 'c' })).status).toBe(200)
    const [row] = await server.db.rows<{ servers: object }>(
      sql`select servers from mailboxes where member_id = ${ada.id}`,
    )
    expect(row?.servers).toMatchObject({ smtp: { host: 'smtp.office365.com', port: 587, secure: false } })
  })

  it('accepts a state once, within ten minutes, from the member who started', async () => {
    const bob = await createMember(server)
    const failed = [422, 'mailbox.oauth_failed']
    const attempt = async (member: TestMember, state: string) => {
      const { status, body } = await finish(member, { state, code: 'c' })
      return [status, body?.code]
    }
    const once = stateOf(await start())
    expect(await attempt(ada, once)).toEqual([200, undefined])
    expect(await attempt(ada, once)).toEqual(failed)
    const stolen = stateOf(await start())
    expect(await attempt(bob, stolen)).toEqual(failed)
    expect(await attempt(ada, stolen)).toEqual(failed)
    const late = stateOf(await start())
    await server.db.run(sql`update mailbox_oauth_states set expires_at = now()`)
    expect(await attempt(ada, late)).toEqual(failed)
    expect(await attempt(ada, 'made-up')).toEqual(failed)
    expect(await mailboxesOf(bob)).toEqual([])
  })

  it.each([
    ['denied', { error: 'access_denied' }, () => {}, () => {}],
    [
      'configuration',
      { code: 'c' },
      () => {
        throw new OAuthFault('configuration', 'invalid_client')
      },
      () => {},
    ],
    [
      'imap.auth_failed',
      { code: 'c' },
      () => {},
      () => {
        throw Object.assign(new Error('no IMAP'), { kind: 'auth_failed' })
      },
    ],
  ])('stores nothing after a failure: %s', async (reason, query, exchange, imap) => {
    Object.assign(script, { exchange, imap })
    const { status, body } = await finish(ada, { state: stateOf(await start()), ...query })
    expect([status, body.code, body.details]).toEqual([422, 'mailbox.oauth_failed', { reason }])
    expect(await mailboxesOf(ada)).toEqual([])
  })

  it('stores only a hash of the state', async () => {
    const state = stateOf(await start())
    const rows = await server.db.rows<{ row: string }>(
      sql`select s::text as row from mailbox_oauth_states s where member_id = ${ada.id}`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(state)
    expect(rows[0]?.row).not.toContain(Buffer.from(state).toString('hex'))
  })
})

describe('an instance without an OAuth client', () => {
  it('rejects a start, and a callback of a provider that was removed', async () => {
    const bare = await testServer({}, { mail: { ...openMail, oauth, probe } })
    const bob = await createMember(bare)
    for (const provider of ['google', 'microsoft']) {
      const { status, body } = await bob.session('POST', `${base}/${provider}/start`)
      expect([status, body.code]).toEqual([409, 'mailbox.oauth_unavailable'])
    }
    await bare.db.run(sql`
      insert into mailbox_oauth_states (state_hash, member_id, provider, code_verifier, nonce, expires_at)
      values (sha256('known'), ${bob.id}, 'google', 'v', 'n', now() + interval '1 min')`)
    const { status, body } = await finish(bob, { state: 'known', code: 'c' })
    expect([status, body.code]).toEqual([409, 'mailbox.oauth_unavailable'])
    await bare.close()
  })

  it('rejects a start without an encryption key', async () => {
    const bare = await testServer(
      { ...clients, MAILWRIGHT_SECRET_KEY: '' },
      { mail: { ...openMail, oauth, probe } },
    )
    const bob = await createMember(bare)
    for (const provider of ['google', 'microsoft']) {
      const { status, body } = await bob.session('POST', `${base}/${provider}/start`)
      expect([status, body.code]).toEqual([409, 'credentials.encryption_disabled'])
    }
    await bare.db.run(sql`
      insert into mailbox_oauth_states (state_hash, member_id, provider, code_verifier, nonce, expires_at)
      values (sha256('known'), ${bob.id}, 'google', 'v', 'n', now() + interval '1 min')`)
    const { status, body } = await finish(bob, { state: 'known', code: 'c' })
    expect([status, body.code]).toEqual([409, 'credentials.encryption_disabled'])
    await bare.close()
  })
})
