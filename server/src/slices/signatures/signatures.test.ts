import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

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

const create = async (member: TestMember, body: object) => {
  const answer = await member.session('POST', '/api/v1/signatures', { body })
  expect(answer.status).toBe(201)
  return answer.body.signature
}

describe.each(['/api/v1/signatures', '/api/v1/webmail/signatures'])('signatures at %s', (path) => {
  it("lists the member's own first, then the organisation's", async () => {
    const carl = await createMember(server)
    const org = await admin.session('POST', path, { body: { name: `Org ${path}`, scope: 'org' } })
    expect(org.body.signature.scope).toBe('org')
    const own = await carl.session('POST', path, { body: { name: 'Own' } })
    const { body } = await carl.session('GET', path)
    expect(body.signatures[0].id).toBe(own.body.signature.id)
    expect(body.signatures.at(-1).id).toBe(org.body.signature.id)
  })

  it('fills in the defaults of a new signature', async () => {
    const { body } = await ada.session('POST', path, { body: { name: `Plain ${path}` } })
    expect(body.signature).toMatchObject({ bodyText: '', bodyHtml: '', scope: 'member', isDefault: false })
  })

  it('changes only the given fields', async () => {
    const created = await ada.session('POST', path, { body: { name: `Part ${path}`, bodyText: 'a' } })
    const { id } = created.body.signature
    const { status, body } = await ada.session('PUT', `${path}/${id}`, { body: { bodyText: 'b' } })
    expect(status).toBe(200)
    expect(body.signature).toMatchObject({ name: `Part ${path}`, bodyText: 'b' })
    expect((await ada.session('PUT', `${path}/${id}`, { body: {} })).body.signature.bodyText).toBe('b')
  })

  it('deletes', async () => {
    const created = await ada.session('POST', path, { body: { name: `Gone ${path}` } })
    const at = `${path}/${created.body.signature.id}`
    expect((await ada.session('DELETE', at)).status).toBe(204)
    expect((await ada.session('DELETE', at)).body.code).toBe('contacts.not_found')
  })
})

describe('signatures', () => {
  it('rejects a name that the same owner already uses, and allows it for another owner', async () => {
    await create(ada, { name: 'Twice' })
    const again = await ada.session('POST', '/api/v1/signatures', { body: { name: 'Twice' } })
    expect([again.status, again.body.code]).toEqual([409, 'contacts.duplicate_signature_name'])
    await create(bob, { name: 'Twice' })
    const other = await create(ada, { name: 'Third' })
    const renamed = await ada.session('PUT', `/api/v1/signatures/${other.id}`, { body: { name: 'Twice' } })
    expect([renamed.status, renamed.body.code]).toEqual([409, 'contacts.duplicate_signature_name'])
  })

  it('reserves organisation signatures to administrators', async () => {
    const refused = await ada.session('POST', '/api/v1/signatures', { body: { name: 'X', scope: 'org' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.forbidden'])
    const org = await create(admin, { name: 'House', scope: 'org' })
    for (const [method, body] of [
      ['PUT', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ada.session(method, `/api/v1/signatures/${org.id}`, body ? { body } : {})
      expect([answer.status, answer.body.code]).toEqual([404, 'contacts.not_found'])
    }
    const changed = await admin.session('PUT', `/api/v1/signatures/${org.id}`, { body: { name: 'Home' } })
    expect(changed.body.signature.name).toBe('Home')
  })

  it("returns 404 for another member's signature, and 400 for an invalid body on an unknown one", async () => {
    const own = await create(ada, { name: 'Private' })
    const answer = await bob.session('PUT', `/api/v1/signatures/${own.id}`, { body: { name: 'Stolen' } })
    expect([answer.status, answer.body.code]).toEqual([404, 'contacts.not_found'])
    const bad = await bob.session('PUT', '/api/v1/signatures/nope', { body: { name: '' } })
    expect([bad.status, bad.body.code]).toEqual([400, 'request.bad_request'])
    const missing = await bob.session('PUT', '/api/v1/signatures/nope', { body: { name: 'x' } })
    expect([missing.status, missing.body.code]).toEqual([404, 'contacts.not_found'])
  })

  it('keeps one default per owner', async () => {
    const first = await create(ada, { name: 'D1', isDefault: true })
    const second = await create(ada, { name: 'D2', isDefault: true })
    const list = (await ada.session('GET', '/api/v1/signatures')).body.signatures
    const defaults = list.filter(
      (s: { isDefault: boolean; scope: string }) => s.isDefault && s.scope === 'member',
    )
    expect(defaults.map((s: { id: string }) => s.id)).toEqual([second.id])
    await ada.session('PUT', `/api/v1/signatures/${first.id}`, { body: { isDefault: true } })
    const after = (await ada.session('GET', '/api/v1/signatures')).body.signatures
    expect(after.find((s: { id: string }) => s.id === second.id).isDefault).toBe(false)
  })

  it.each([
    ['<script>alert(1)</script><b>Hi</b>', '<b>Hi</b>'],
    ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<p style="position:fixed;color:#ff0000">x</p>', '<p style="color:#ff0000">x</p>'],
    ['<svg onload=alert(1)></svg><iframe src="//x"></iframe>', ''],
    ['<img src="data:text/html;base64,AAAA">', ''],
  ])('sanitises %s on write', async (html, safe) => {
    const created = await create(bob, { name: html.slice(0, 100), bodyHtml: html })
    expect(created.bodyHtml).toBe(safe)
  })
})
