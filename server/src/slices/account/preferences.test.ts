import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids/ids'
import type { Answer } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { replaceDispatchPolicy } from './replace-dispatch-policy.ts'
import { replaceScope } from './replace-scope.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const refusal = (answer: Answer) => [answer.status, answer.body.code]
const badRequest = [400, 'request.bad_request']

describe('my ingestion scope', () => {
  const put = (body?: object) => ada.session('PUT', '/api/v1/scope', body ? { body } : {})
  const empty = { mode: 'exclude', domains: [], emails: [] }

  it('excludes nothing by default', async () => {
    const { session } = await createMember(server)
    const { status, body } = await session('GET', '/api/v1/scope')
    expect([status, body]).toEqual([200, { scope: empty }])
  })

  it('is normalised: trimmed, lower case, without duplicates and blanks, in the given order', async () => {
    const answer = await put({
      mode: 'include',
      domains: [' Zeta.example ', 'alpha.EXAMPLE', 'zeta.example', '   '],
      emails: ['Bob@Example.com', 'ada@example.com', ' bob@example.com'],
    })
    const scope = {
      mode: 'include',
      domains: ['zeta.example', 'alpha.example'],
      emails: ['bob@example.com', 'ada@example.com'],
    }
    expect([answer.status, answer.body]).toEqual([200, { scope }])
    expect((await ada.session('GET', '/api/v1/scope')).body).toEqual({ scope })
  })

  it('is replaced as a whole', async () => {
    await put({ mode: 'include', domains: ['a.example'], emails: ['a@a.example'] })
    expect((await put({ domains: ['b.example'] })).body.scope).toEqual({ ...empty, domains: ['b.example'] })
    expect((await put()).body.scope).toEqual(empty)
    expect((await ada.session('GET', '/api/v1/scope')).body.scope).toEqual(empty)
  })

  it('accepts 500 entries of 320 characters', async () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`
    const emails = Array.from(
      { length: 500 },
      (_, i) => `${`${i}`.padEnd(319 - domain.length, 'x')}@${domain}`,
    )
    const answer = await put({ emails })
    expect(answer.status).toBe(200)
    expect(answer.body.scope.emails).toEqual(emails)
  })

  it('has international domains in one spelling', async () => {
    const { scope } = (
      await put({
        domains: ['Müller.de', 'xn--mller-kva.de', '@BÜCHER.example', 'com', 'example.com.'],
        emails: ['Zoë@Müller.de', '"a@b c"@example.com'],
      })
    ).body
    expect(scope.domains).toEqual(['xn--mller-kva.de', '@xn--bcher-kva.example', 'com', 'example.com'])
    expect(scope.emails).toEqual(['zoë@xn--mller-kva.de', '"a@b c"@example.com'])
  })

  it('refuses entries that can never match, with their place', async () => {
    const bad = [
      'a b.example',
      'ada@example.com',
      'a..example',
      'http://a.example',
      '192.0.2.1',
      '@',
      'foo.*',
    ]
    const refused = await put({ domains: ['good.example', ...bad] })
    expect(refusal(refused)).toEqual(badRequest)
    expect(refused.body.details.issues.map((one: { path: string }) => one.path)).toEqual(
      bad.map((_, i) => `/domains/${i + 1}`),
    )
    const emails = [
      'example.com',
      '@example.com',
      'a@b@example.com',
      'a b@example.com',
      'Ada <ada@example.com>',
    ]
    const answer = await put({ emails })
    expect(answer.body.details.issues.map((one: { path: string }) => one.path)).toEqual(
      emails.map((_, i) => `/emails/${i}`),
    )
  })

  it.each([
    [{ mode: 'some' }],
    [{ domains: 'a.example' }],
    [{ domains: [''] }],
    [{ emails: ['x'.repeat(321)] }],
    [{ emails: Array.from({ length: 501 }, (_, i) => `${i}@example.com`) }],
    [{ more: 1 }],
  ])('refuses what does not fit', async (body) => {
    expect(refusal(await put(body))).toEqual(badRequest)
  })

  it('returns governance.not_found for a missing member', async () => {
    const scope = { mode: 'exclude' as const, domains: [], emails: [] }
    await expect(replaceScope(server.db, newId(), scope)).rejects.toThrow('governance.not_found')
  })
})

describe('my dispatch policy', () => {
  const at = '/api/v1/dispatch-policy'

  it('runs every matching workflow by default', async () => {
    expect((await ada.session('GET', at)).body).toEqual({ policy: { mode: 'all' } })
    for (const mode of ['priority', 'all']) {
      const answer = await ada.session('PUT', at, { body: { mode } })
      expect([answer.status, answer.body]).toEqual([200, { policy: { mode } }])
      expect((await ada.session('GET', at)).body).toEqual({ policy: { mode } })
    }
  })

  it.each([[{}], [{ mode: 'first' }], [{ mode: 'all', more: 1 }]])('rejects %j', async (body) => {
    expect(refusal(await ada.session('PUT', at, { body }))).toEqual(badRequest)
  })

  it('returns governance.not_found for a missing member', async () => {
    const replaced = replaceDispatchPolicy(server.db, newId(), { mode: 'all' })
    await expect(replaced).rejects.toThrow('governance.not_found')
  })
})
