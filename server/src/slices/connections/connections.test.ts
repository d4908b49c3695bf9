import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'

const path = '/api/v1/credentials'
let server: TestServer
let ada: TestMember
let bob: TestMember
let admin: TestMember

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const bearer = { kind: 'bearer', token: 'a-long-enough-token-9876' }
const http = (name: string, data: object = bearer, scope = 'member') => ({
  type: 'http_generic',
  name,
  scope,
  data,
})
const create = async (member: TestMember, body: object): Promise<string> => {
  const answer = await member.session('POST', path, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}
type Shown = { id: string; type: string; hint?: string }
const list = async (member: TestMember, query = ''): Promise<Shown[]> =>
  (await member.session('GET', `${path}${query}`)).body.items
const find = async (member: TestMember, id: string) => (await list(member)).find((one) => one.id === id)

const addMailbox = async (memberId: string, provider: string, status = 'active') => {
  const id = newId()
  await server.db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers, status)
    values (${id}, ${memberId}, ${provider}, ${`${id}@example.com`}, '{}', ${status})`)
  return id
}

describe('the list of connections', () => {
  it("contains the member's connections first, then the organisation's, and no others", async () => {
    const carl = await createMember(server)
    const org = await create(admin, http('Org', bearer, 'org'))
    const own = [await create(carl, http('One')), await create(carl, http('Two'))]
    await create(bob, http('Not yours'))
    const ids = (await list(carl)).map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual(own)
    expect(ids.slice(2)).toContain(org)
    expect(ids.slice(2).every((id) => !own.includes(id))).toBe(true)
  })

  it('filters by type', async () => {
    const carl = await createMember(server)
    await create(carl, http('Http'))
    const other = await create(carl, { type: 'crm', name: 'CRM', scope: 'member', data: { key: 'value' } })
    expect((await list(carl, '?type=crm')).map(({ id }) => id)).toEqual([other])
    expect(await list(carl, '?type=nothing')).toEqual([])
  })

  it.each([
    ['google_oauth', 'google'],
    ['microsoft_oauth', 'microsoft'],
  ])('lists the mailboxes connected by %s only when that type is requested', async (type, provider) => {
    const carl = await createMember(server)
    const id = await addMailbox(carl.id, provider)
    await addMailbox(carl.id, provider, 'disconnected')
    await addMailbox(carl.id, 'imap')
    await addMailbox(bob.id, provider)
    const [account, ...others] = await list(carl, `?type=${type}`)
    expect(others).toEqual([])
    expect(account).toMatchObject({ id, type, name: `${id}@example.com`, scope: 'member' })
    expect((await list(carl)).map((one) => one.id)).not.toContain(id)
    expect((await list(carl, '?type=imap')).map((one) => one.id)).not.toContain(id)
    for (const [method, body] of [
      ['PUT', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await carl.session(method, `${path}/${id}`, body ? { body } : {})
      expect([answer.status, answer.body.code]).toEqual([404, 'credential.not_found'])
    }
    const made = await carl.session('POST', path, {
      body: { type, name: 'x', scope: 'member', data: { token: 'x' } },
    })
    expect([made.status, made.body.code]).toEqual([400, 'credential.bad_request'])
  })
})

describe('the hint of a connection', () => {
  it.each([
    ['the end of a long token', { kind: 'bearer', token: 'abcdefgh-1234' }, '1234'],
    ['the end of a long key', { kind: 'apiKey', headerName: 'X-Key', value: 'abcdefgh-5678' }, '5678'],
    ['the end of a long parameter', { kind: 'query', paramName: 'key', value: 'abcdefgh-😀é9x' }, '😀é9x'],
    ['nothing of a short secret', { kind: 'bearer', token: 'elevenchars' }, undefined],
    [
      'nothing of a password',
      { kind: 'basic', username: 'ada', password: 'a long password of hers' },
      undefined,
    ],
  ])('is %s', async (_what, data, hint) => {
    const shown = await find(ada, await create(ada, http('Hinted', data)))
    expect(shown).toMatchObject({ type: 'http_generic', kind: data.kind, scope: 'member' })
    expect(shown?.hint).toBe(hint)
  })

  it('is null for other types, whose format is unknown', async () => {
    const data = { apiKey: 'a-long-enough-secret' }
    const id = await create(ada, { type: 'crm', name: 'CRM', scope: 'member', data })
    expect(Object.keys((await find(ada, id)) ?? {}).sort()).toEqual(
      ['createdAt', 'id', 'name', 'scope', 'type', 'updatedAt'].sort(),
    )
  })
})

const long = 'x'.repeat(4097)
const refused: [string, object][] = [
  ['no kind', { token: 'x' }],
  ['an unknown kind', { kind: 'oauth', token: 'x' }],
  ['a field of another kind', { ...bearer, username: 'x' }],
  ['a missing field', { kind: 'basic', username: 'x' }],
  ['a token too long', { kind: 'bearer', token: long }],
  ['a line end in a token', { kind: 'bearer', token: 'x\r\nHost: evil' }],
  ['blanks around a token', { kind: 'bearer', token: ' x' }],
  ['a character that headers cannot carry', { kind: 'bearer', token: 'π' }],
  ['a colon in a header name', { kind: 'apiKey', headerName: 'X:Y', value: 'x' }],
  ['a blank in a header name', { kind: 'apiKey', headerName: 'X Y', value: 'x' }],
  ['a line end in a header value', { kind: 'apiKey', headerName: 'X-Key', value: 'x\ny' }],
  ['a line end in a parameter', { kind: 'query', paramName: 'k\n', value: 'x' }],
  ['a colon in a user name', { kind: 'basic', username: 'a:b', password: 'x' }],
  ['a control character in a password', { kind: 'basic', username: 'a', password: 'x\u0007' }],
]
const reserved = [
  'Host',
  'content-length',
  'Connection',
  'TRANSFER-ENCODING',
  'Upgrade',
  'TE',
  'Trailer',
  'Expect',
  'Keep-Alive',
  'Proxy-Authorization',
  'Proxy-Connection',
  'Content-Type',
]

describe('the data of an http_generic connection', () => {
  it.each([
    ...refused,
    ...reserved.map((name): [string, object] => [
      `the header ${name}`,
      { kind: 'apiKey', headerName: name, value: 'x' },
    ]),
  ])('is rejected with %s, on create and update', async (_what, data) => {
    const made = await ada.session('POST', path, { body: http('Bad', data) })
    expect([made.status, made.body.code]).toEqual([400, 'credential.bad_request'])
    expect(made.body.details.issues[0].path).toMatch(/^\/data/)
    const id = await create(ada, http('Good'))
    const changed = await ada.session('PUT', `${path}/${id}`, { body: { data } })
    expect([changed.status, changed.body.code]).toEqual([400, 'credential.bad_request'])
  })
})

describe('updating a connection', () => {
  it('keeps the secret without data, and replaces it entirely otherwise', async () => {
    const id = await create(ada, http('Before'))
    const renamed = await ada.session('PUT', `${path}/${id}`, { body: { name: 'After' } })
    expect(renamed.body.credential).toMatchObject({ id, name: 'After', kind: 'bearer', hint: '9876' })
    const data = { kind: 'apiKey', headerName: 'X-Key', value: 'another-long-secret' }
    const replaced = await ada.session('PUT', `${path}/${id}`, { body: { data } })
    expect(replaced.body.credential).toMatchObject({ name: 'After', kind: 'apiKey', hint: 'cret' })
    expect(Date.parse(replaced.body.credential.updatedAt)).toBeGreaterThanOrEqual(
      Date.parse(renamed.body.credential.updatedAt),
    )
    expect((await ada.session('PUT', `${path}/${id}`, { body: {} })).body.credential.name).toBe('After')
  })

  it('of the organisation requires an administrator, and returns 404 for others', async () => {
    const made = await ada.session('POST', path, { body: http('X', bearer, 'org') })
    expect([made.status, made.body.code]).toEqual([403, 'credential.admin_required'])
    const id = await create(admin, http('House', bearer, 'org'))
    for (const [method, body] of [
      ['PUT', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ada.session(method, `${path}/${id}`, body ? { body } : {})
      expect([answer.status, answer.body.code]).toEqual([404, 'credential.not_found'])
    }
    const changed = await admin.session('PUT', `${path}/${id}`, { body: { name: 'Home' } })
    expect(changed.body.credential).toMatchObject({ name: 'Home', scope: 'org' })
    expect((await admin.session('DELETE', `${path}/${id}`)).status).toBe(204)
  })

  it('validates the body before the id', async () => {
    const bad = await ada.session('PUT', `${path}/nope`, { body: { name: '' } })
    expect([bad.status, bad.body.code]).toEqual([400, 'credential.bad_request'])
  })
})

describe('deleting a connection', () => {
  it('deletes its secret', async () => {
    const id = await create(ada, http('Gone'))
    const secrets = () =>
      server.db.rows(sql`select from secrets where owner_kind = 'connection' and owner_id = ${id}`)
    expect(await secrets()).toHaveLength(1)
    expect((await ada.session('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await secrets()).toHaveLength(0)
    expect((await ada.session('DELETE', `${path}/${id}`)).body.code).toBe('credential.not_found')
  })

  it('is recorded in the audit log, like creating it, without the secret', async () => {
    const id = await create(ada, http('Watched'))
    await ada.session('PUT', `${path}/${id}`, { body: { data: { kind: 'bearer', token: 'x' } } })
    await ada.session('DELETE', `${path}/${id}`)
    const rows = await server.db.rows<{ action: string; details: Record<string, unknown> }>(sql`
      select action, details from audit_entries where target_id = ${id} order by at, id`)
    expect(rows).toEqual([
      {
        action: 'connection.created',
        details: { type: 'http_generic', name: 'Watched', scope: 'member' },
      },
      { action: 'connection.updated', details: { name: 'Watched', scope: 'member', secretReplaced: true } },
      {
        action: 'connection.deleted',
        details: { type: 'http_generic', name: 'Watched', scope: 'member' },
      },
    ])
  })
})
