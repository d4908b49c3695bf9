import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { upsertContact } from './index.ts'

const path = '/api/v1/contacts'
let server: TestServer
let ada: TestMember
let bob: TestMember
let admin: TestMember

beforeAll(async () => {
  server = await testServer()
  bob = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
beforeEach(async () => {
  ada = await createMember(server)
})
afterAll(() => server.close())

const create = async (member: TestMember, body: object) => {
  const answer = await member.session('POST', path, { body })
  expect(answer.status).toBe(201)
  // Contacts created in the same millisecond have no defined order.
  await sleep(2)
  return answer.body.contact
}
const signature = async (member: TestMember, more: object = {}): Promise<string> => {
  const body = { name: newId(), ...more }
  return (await member.session('POST', '/api/v1/signatures', { body })).body.signature.id
}
const list = (member: TestMember, query = '') => member.session('GET', `${path}${query}`)
const emailsOf = (answer: { body: { contacts: { email: string }[] } }) =>
  answer.body.contacts.map(({ email }) => email)

describe('the list of contacts', () => {
  it("returns the member's own, newest first", async () => {
    await create(bob, { email: 'joe@example.com' })
    for (const email of ['a@example.com', 'b@example.com']) await create(ada, { email })
    const answer = await list(ada)
    expect(emailsOf(answer)).toEqual(['b@example.com', 'a@example.com'])
    expect(answer.body.nextCursor).toBeNull()
  })

  it.each([
    ['eloise', ['eloise@example.com']],
    ['ÉLOÏSE', ['eloise@example.com']],
    ['dupont', ['eloise@example.com', 'dupont_x@example.org']],
    ['@EXAMPLE.ORG', ['dupont_x@example.org']],
    ['%', ['percent@example.net']],
    ['_x', ['dupont_x@example.org']],
    ['\\', []],
    ['  ', ['eloise@example.com', 'dupont_x@example.org', 'percent@example.net']],
    ["' or 1=1 --", []],
  ])('finds %j in names and addresses', async (q, emails) => {
    await create(ada, { email: 'percent@example.net', name: '100% Cotton' })
    await create(ada, { email: 'dupont_x@example.org' })
    await create(ada, { email: 'eloise@example.com', name: 'Éloïse Dupont' })
    expect(emailsOf(await list(ada, `?q=${encodeURIComponent(q)}`))).toEqual(emails)
  })

  it('continues after the last page, even when contacts are added meanwhile', async () => {
    for (let i = 0; i < 5; i++) await create(ada, { email: `c${i}@example.com` })
    const first = await list(ada, '?limit=2&q=EXAMPLE')
    await create(ada, { email: 'new@example.com' })
    const second = await list(ada, `?limit=2&q=example&cursor=${first.body.nextCursor}`)
    const third = await list(ada, `?limit=2&q=example&cursor=${second.body.nextCursor}`)
    const numbers = [first, second, third].flatMap(emailsOf).map((email) => Number(email[1]))
    expect(numbers).toEqual([4, 3, 2, 1, 0])
    expect(third.body.nextCursor).toBeNull()
  })

  it('rejects an invalid query, and a cursor that is malformed or belongs to other filters', async () => {
    for (const email of ['a@example.com', 'b@example.com']) await create(ada, { email })
    const { nextCursor } = (await list(ada, '?limit=1')).body
    const bad = ['cursor=x', 'cursor=', `q=a&cursor=${nextCursor}`, 'limit=201', 'q=%00', 'x=1']
    for (const query of [...bad, `q=${'x'.repeat(201)}`]) {
      const { status, body } = await list(ada, `?${query}`)
      expect([status, body.code], query).toEqual([400, 'request.bad_request'])
    }
    expect(emailsOf(await list(ada, `?cursor=${nextCursor}`))).toEqual(['a@example.com'])
  })
})

describe('a contact', () => {
  it('is created with the given fields and a lower-case address', async () => {
    const signatureId = await signature(ada)
    const given = { name: 'Jane', notes: 'Met in Lyon', signatureId }
    const created = await create(ada, { email: 'Jane.Doe@Example.COM', ...given })
    expect(created).toMatchObject({ email: 'jane.doe@example.com', ...given })
    expect(await create(ada, { email: 'joe@example.com' })).toMatchObject({
      name: null,
      notes: null,
      signatureId: null,
    })
  })

  it('has an address that is unique per member', async () => {
    await create(ada, { email: 'jane@example.com' })
    await create(bob, { email: 'jane@example.com' })
    const again = await ada.session('POST', path, { body: { email: 'JANE@example.com' } })
    expect([again.status, again.body.code]).toEqual([409, 'contacts.duplicate_address'])
  })

  it('is created once when a request is repeated with its idempotency key', async () => {
    const headers = { 'idempotency-key': newId() }
    const body = { email: 'once@example.com' }
    const [first, again] = [
      await ada.session('POST', path, { body, headers }),
      await ada.session('POST', path, { body, headers }),
    ]
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  it('changes only the given fields; null clears', async () => {
    const signatureId = await signature(ada)
    const created = await create(ada, { email: 'p@example.com', name: 'P', notes: 'n', signatureId })
    const change = (body: object) => ada.session('PATCH', `${path}/${created.id}`, { body })
    expect((await change({ name: 'Q' })).body.contact).toMatchObject({ name: 'Q', notes: 'n', signatureId })
    expect((await change({ notes: null })).body.contact).toMatchObject({
      name: 'Q',
      notes: null,
      signatureId,
    })
    expect((await change({ signatureId: null, name: null })).body.contact).toMatchObject({
      name: null,
      notes: null,
      signatureId: null,
      email: 'p@example.com',
    })
    expect((await change({})).status).toBe(200)
    for (const bad of [{ name: '' }, { email: 'x@example.com' }, { notes: 'x'.repeat(2001) }])
      expect((await change(bad)).body.code).toBe('request.bad_request')
  })

  it("refers only to the member's own signatures and the organisation's", async () => {
    const [own, org] = [await signature(ada), await signature(admin, { scope: 'org' })]
    const { id } = await create(ada, { email: 's@example.com', signatureId: own })
    expect((await ada.session('PATCH', `${path}/${id}`, { body: { signatureId: org } })).status).toBe(200)
    for (const signatureId of [await signature(bob), newId()]) {
      const created = await ada.session('POST', path, { body: { email: 't@example.com', signatureId } })
      expect([created.status, created.body.code]).toEqual([404, 'contacts.not_found'])
      const changed = await ada.session('PATCH', `${path}/${id}`, { body: { signatureId } })
      expect([changed.status, changed.body.code]).toEqual([404, 'contacts.not_found'])
    }
    await admin.session('DELETE', `/api/v1/signatures/${org}`)
    expect((await list(ada)).body.contacts[0]).toMatchObject({ id, signatureId: null })
  })

  it('is deleted', async () => {
    const { id } = await create(ada, { email: 'gone@example.com' })
    expect((await ada.session('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await ada.session('DELETE', `${path}/${id}`)).body.code).toBe('contacts.not_found')
  })

  it("returns 404 for another member's, an unknown and an invalid id", async () => {
    const { id } = await create(ada, { email: 'mine@example.com', name: 'Mine' })
    for (const target of [id, newId(), 'nope']) {
      const changed = await bob.session('PATCH', `${path}/${target}`, { body: { name: 'Stolen' } })
      expect([changed.status, changed.body.code]).toEqual([404, 'contacts.not_found'])
      const removed = await bob.session('DELETE', `${path}/${target}`)
      expect([removed.status, removed.body.code]).toEqual([404, 'contacts.not_found'])
    }
    expect((await list(ada)).body.contacts[0].name).toBe('Mine')
  })

  it('requires the scope of a key', async () => {
    const reader = await ada.key('contacts:read')
    expect((await reader('GET', path)).status).toBe(200)
    const refused = await reader('POST', path, { body: { email: 'x@example.com' } })
    expect([refused.status, refused.body.details.required]).toEqual([403, 'contacts:write'])
  })

  it('is added from mail once, and keeps what the member entered', async () => {
    const first = await upsertContact(server.db, ada.id, { email: ' Jane@Example.com ' })
    expect(first).toMatchObject({ email: 'jane@example.com', name: null })
    const named = await upsertContact(server.db, ada.id, { email: 'jane@example.com', name: 'Jane\0 Doe' })
    expect(named).toMatchObject({ id: first.id, name: 'Jane Doe' })
    const kept = await upsertContact(server.db, ada.id, { email: 'JANE@example.com', name: 'Other' })
    expect(kept).toMatchObject({ id: first.id, name: 'Jane Doe', updatedAt: named.updatedAt })
  })
})
