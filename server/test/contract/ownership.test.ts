import { badRequestOf } from '@mailwright/contract/codes'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { scopes } from '@mailwright/contract/scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { idsIn, recordFor, records } from './records.ts'
import { call, freshSession, keyOf, ownPath } from './requests.ts'
import { builtRoutes } from './routes.ts'

const withIds = builtRoutes.filter(
  ([, route]) => idsIn(route.path).length > 0 && route.access.kind !== 'token',
)
/** Records that belong to the whole team. */
const isShared = (path: string) => /^\/api\/v1\/(tables|templates|llm-connections)\//.test(path)
const owned = withIds.filter(([, route]) => route.access.kind !== 'admin' && !isShared(route.path))

let server: TestServer
let ada: TestMember
let bob: TestMember
let admin: TestMember

beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_KEY_PER_MINUTE: '1000000' })
  ada = await createMember(server)
  bob = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const missing = (route: RouteDeclaration) => [404, route.notFound]

describe('the record factories', () => {
  it.each(withIds)('can create the records of %s', (_name, route) => {
    expect(recordFor(route.path)).toBeDefined()
    expect(route.notFound).toBeDefined()
  })

  it('contain no removed path', () => {
    const used = new Set(builtRoutes.map(([, route]) => recordFor(route.path)))
    expect(Object.keys(records).filter((path) => !used.has(records[path]))).toEqual([])
  })
})

describe.each(owned)("%s of another member's record", (_name, route) => {
  it('returns 404 as if it were missing, and leaves it unchanged', async () => {
    const path = await ownPath(server, route, ada)
    const visitors = [await freshSession(server, bob), await freshSession(server, admin)]
    // Keys cannot call session-only routes.
    if (route.access.kind === 'key')
      visitors.push(
        await keyOf(
          server,
          bob,
          scopes.filter((scope) => !scope.startsWith('admin:')),
        ),
      )
    for (const visitor of visitors) expect((await call(visitor, route, path)).result).toEqual(missing(route))
    // The bytes are on a mail server, and there is none here.
    if (/\/attachments\/\{position\}$|\/remote-images\/\{name\}$/.test(route.path)) return
    const { status } = await call(await freshSession(server, ada), route, path)
    expect(status).toBeLessThan(400)
  })
})

const unknownId = '00000000-0000-4000-8000-000000000000'
const malformedIds = ['nope', '%00', "'%3B--", `urn:uuid:${unknownId}`, 'a'.repeat(1000)]
const malformedIntegers = ['nope', '1.5', '%20', '0x1', '1e3']

type PathSchema = { type?: string; format?: string }
const schemaOf = (route: RouteDeclaration, name: string): PathSchema => route.params?.properties[name] ?? {}
const isTyped = ({ type, format }: PathSchema) => format === 'uuid' || type === 'integer'
/** The path with ids of nothing, and another value for one of them. */
const pathWith = (route: RouteDeclaration, name: string, value: string) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_whole, one: string) => {
    if (one === name) return value
    return schemaOf(route, one).type === 'integer' ? '0' : unknownId
  })
const paramsOf = (isWanted: (schema: PathSchema) => boolean) =>
  withIds.flatMap(([title, route]) =>
    idsIn(route.path)
      .filter((name) => isWanted(schemaOf(route, name)))
      .map((name) => [title, name, route] as const),
  )

describe.each(withIds)('%s of an unknown record', (_name, route) => {
  it('returns 404', async () => {
    const { result } = await call(await freshSession(server, admin), route, pathWith(route, '', ''))
    expect(result).toEqual(missing(route))
  })
})

describe.each(paramsOf((schema) => !isTyped(schema)))('%s with any text as %s', (_name, name, route) => {
  it.each(malformedIds)('returns 404 for %s', async (id) => {
    const { result } = await call(await freshSession(server, admin), route, pathWith(route, name, id))
    expect(result).toEqual(missing(route))
  })
})

describe.each(paramsOf(isTyped))('%s with a malformed %s', (_name, name, route) => {
  const values = schemaOf(route, name).type === 'integer' ? malformedIntegers : malformedIds
  it.each(values)('returns 400 for %s', async (value) => {
    const { result, body } = await call(
      await freshSession(server, admin),
      route,
      pathWith(route, name, value),
    )
    expect(result).toEqual([400, badRequestOf(route)])
    expect(body.details.issues[0].path).toBe(`/${name}`)
  })
})

it('finds the ids that the specification marks', () => {
  expect(paramsOf(isTyped).map(([title, name]) => `${title} ${name}`)).toEqual([
    'GET /api/v1/messages/{id} id',
    'GET /api/v1/messages/{id}/attachments/{position} id',
    'GET /api/v1/messages/{id}/attachments/{position} position',
    'GET /api/v1/messages/{id}/journal id',
    'GET /api/v1/threads/{id} id',
  ])
})
