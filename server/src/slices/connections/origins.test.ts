import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { mayReceive, readOrigins } from './origins.ts'

let server: TestServer
let ada: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const path = '/api/v1/credentials'
const create = async (member: TestMember, scope: string): Promise<string> => {
  const data = { kind: 'bearer', token: 'needle-in-a-connection' }
  const made = await member.session('POST', path, {
    body: { type: 'http_generic', name: 'One', scope, data },
  })
  expect(made.status).toBe(201)
  return made.body.id
}
const set = (member: TestMember, id: string, origins: string[]) =>
  member.session('PUT', `${path}/${id}/origins`, { body: { origins } })

describe('the origins of a connection', () => {
  it('are none at first, and are replaced in canonical form', async () => {
    const id = await create(ada, 'member')
    const read = () => ada.session('GET', `${path}/${id}/origins`)
    expect((await read()).body).toEqual({ origins: [] })
    const written = [
      'HTTPS://API.Example.com:443/',
      'http://[::1]:8080/V1/',
      'https://bücher.example',
      'https://api.example.com',
    ]
    const origins = ['https://api.example.com', 'http://[::1]:8080/V1', 'https://xn--bcher-kva.example']
    expect((await set(ada, id, written)).body).toEqual({ origins })
    expect((await read()).body).toEqual({ origins })
    expect((await set(ada, id, [])).body).toEqual({ origins: [] })
  })

  it("are readable by every member and changed by administrators only, if they are the organisation's", async () => {
    const id = await create(admin, 'org')
    expect((await set(admin, id, ['https://api.example.com'])).status).toBe(200)
    expect((await ada.session('GET', `${path}/${id}/origins`)).body.origins).toHaveLength(1)
    expect(await set(ada, id, ['https://evil.example'])).toMatchObject({
      status: 404,
      body: { code: 'credential.not_found' },
    })
    const own = await create(ada, 'member')
    expect((await admin.session('GET', `${path}/${own}/origins`)).status).toBe(404)
    expect((await set(admin, own, [])).status).toBe(404)
  })

  it('survive a new secret, and their change is in the audit log', async () => {
    const id = await create(admin, 'org')
    await set(admin, id, ['https://api.example.com'])
    await admin.session('PUT', `${path}/${id}`, {
      body: { data: { kind: 'bearer', token: 'another-needle' } },
    })
    expect((await admin.session('GET', `${path}/${id}/origins`)).body.origins).toHaveLength(1)
    const log = await admin.session('GET', '/api/v1/admin/audit?action=connection.origins_replaced')
    expect(log.body.entries.find((one: { targetId: string }) => one.targetId === id)).toMatchObject({
      details: { scope: 'org', origins: ['https://api.example.com'], before: [] },
    })
  })

  it.each([
    'api.example.com',
    'ftp://api.example.com',
    'https://',
    'https:api.example.com',
    'https:\\\\api.example.com',
    'https://user@api.example.com',
    'https://user:pass@api.example.com',
    'https://api.example.com/?a=1',
    'https://api.example.com/#a',
    'https://api.example.com?',
    'https://api.example.com/v1/../v2',
    'https://api.example.com/v1/%2e%2e',
    'https://api.example.com/v1%2fv2',
    'https://api.example.com/v1;a',
    'https://api.example.com//v1',
    'https://api.example.com/v1\\v2',
    'https://*.example.com',
  ])('cannot be %s', async (origin) => {
    const answer = await set(ada, await create(ada, 'member'), ['https://good.example', origin])
    expect([answer.status, answer.body.code]).toEqual([400, 'credential.bad_request'])
    expect(answer.body.details.issues[0].path).toBe('/origins/1')
  })
})

describe('a secret bound to https://api.example.com/v1', () => {
  const origins = readOrigins(['https://api.example.com/v1', 'http://[::1]:8080'])
  const may = (url: string) => mayReceive(origins, new URL(url))

  it.each([
    'https://api.example.com/v1',
    'https://api.example.com/v1/',
    'https://api.example.com/v1/orders?next=//evil.example/..;/',
    'https://API.EXAMPLE.COM:443/v1/orders',
    'https://api.example.com/v2/../v1/orders',
    'https://api.example.com/v1/caf%C3%A9%20x',
    'http://[0:0::1]:8080/anything//..;/%2f',
  ])('may go to %s', (url) => expect(may(url)).toBe(true))

  it.each([
    'http://api.example.com/v1',
    'https://api.example.com:444/v1',
    'https://api.example.com./v1',
    'https://api.example.com.evil.example/v1',
    'https://evil.example/https://api.example.com/v1',
    'https://api.example.com@evil.example/v1',
    'https://api.example.com%2fv1@evil.example/v1',
    'https://user:pass@api.example.com/v1',
    'https://api.example.com\\@evil.example/v1',
    'https://api.example.com/v10',
    'https://api.example.com/V1/orders',
    'https://api.example.com/',
    'https://api.example.com/v1/../admin',
    'https://api.example.com/v1/%2e%2e/admin',
    'https://api.example.com/v1/.%2E/admin',
    'https://api.example.com/v1/..%2fadmin',
    'https://api.example.com/v1/%2e%2e%2fadmin',
    'https://api.example.com/v1/%252e%252e/admin',
    'https://api.example.com/v1/..;/admin',
    'https://api.example.com/v1/..;a=b/admin',
    'https://api.example.com/v1/..%3b/admin',
    'https://api.example.com/v1/..\\admin',
    'https://api.example.com/v1/..%5cadmin',
    'https://api.example.com/v1//admin',
    'https://api.example.com//v1/orders',
    'https://api.example.com/v1/a%00',
    'https://аpi.example.com/v1',
    'http://[::2]:8080/',
    'ftp://api.example.com/v1',
  ])('must not go to %s', (url) => expect(may(url)).toBe(false))
})
