import { badRequestOf, requiresSignIn } from '@mailwright/contract/codes'
import { namePattern } from '@mailwright/contract/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import type { Schema } from './fuzz/schema.ts'
import { call, emptyPath, freshSession, plausibleBody } from './requests.ts'
import { builtRoutes, nameOf } from './routes.ts'

// A name with a line break or a reversing character looks like another one in a list, a mail or a log.

const nameKeys = new Set(['name', 'label', 'title', 'category'])

/** The top-level texts of a body that are names. */
const namesIn = (schema: Schema) =>
  Object.entries(schema.properties ?? {})
    .filter(([key, { type }]) => nameKeys.has(key) && [type].flat().includes('string'))
    .map(([key]) => key)

const named = builtRoutes.flatMap(([title, route]) =>
  route.body && !route.bodyType
    ? namesIn(route.body as Schema).map((field) => [`${title} ${field}`, route, field] as const)
    : [],
)

const misleading = ['a\nb', 'a\tb', 'a\rb', '\u0001', 'a\u007f', 'a\u0085b', 'a\u2028b', 'a\u2029b']
const reordering = ['invoice\u202efdp.exe', '\u202aa', '\u202ca', '\u2066a\u2069', '\u2067a']

let server: TestServer
let admin: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '5000' })
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

it('finds the names of all kinds of records', () => {
  const routes = new Set(named.map(([, route]) => nameOf(route)))
  for (const path of ['workflows', 'tables', 'signatures', 'credentials', 'api-keys', 'contacts'])
    expect([...routes].join(' ')).toContain(`POST /api/v1/${path}`)
  expect(routes).toContain('PATCH /api/v1/me')
})

describe.each(named)('%s', (_title, route, field) => {
  it('rejects control characters and characters that reorder text', async () => {
    expect((route.body as Schema).properties?.[field]?.pattern).toBe(namePattern)
    const client = requiresSignIn(route) ? await freshSession(server, admin) : clientOf(server.url)
    const { body } = plausibleBody(route)
    for (const value of [...misleading, ...reordering]) {
      const answer = await call(client, route, emptyPath(route), {
        body: { ...(body as object), [field]: value },
      })
      expect(answer.result, JSON.stringify(value)).toEqual([400, badRequestOf(route)])
      expect(answer.body.details.issues).toEqual([
        { path: `/${field}`, message: 'must be one line without control characters' },
      ])
    }
  })
})

describe('a name inside a list or a graph', () => {
  const rejected = async (method: string, path: string, body: object) => {
    const answer = await admin.session(method, path, { body })
    expect([answer.status, answer.body.details?.issues?.[0]?.message]).toEqual([
      400,
      'must be one line without control characters',
    ])
    return answer.body.details.issues[0].path
  }

  it('of a node, a column or an option of a column is rejected with its path', async () => {
    const node = { id: 'a', type: 'trigger.manual', version: 1, name: 'a\u202eb', params: {} }
    const graph = { id: 'g', workflowId: 'w', nodes: [node], connections: [] }
    expect(await rejected('POST', '/api/v1/workflows', { name: 'W', graph })).toBe('/graph/nodes/0/name')
    const column = { key: 'kind', label: 'a\nb', type: 'text' }
    expect(await rejected('POST', '/api/v1/tables', { name: 'T', columns: [column] })).toBe(
      '/columns/0/label',
    )
    const options = { ...column, label: 'Kind', options: ['a', 'b\u0000c'.replace('\0', '\u0002')] }
    expect(await rejected('POST', '/api/v1/tables', { name: 'T', columns: [options] })).toBe(
      '/columns/0/options/1',
    )
  })

  it('may use letters, emoji and joiners of any script', async () => {
    for (const value of ['Größe – 大きさ', 'می‌خواهم', '👩‍👩‍👧 familie', 'a\u200fb'])
      expect((await admin.session('PATCH', '/api/v1/me', { body: { name: value } })).body.member.name).toBe(
        value,
      )
  })
})
