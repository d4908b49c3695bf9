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
const isShared = (path: string) => /^\/api\/v1\/(tables|templates)\//.test(path)
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
    if (route.path.endsWith('/attachments/{position}')) return
    const { status } = await call(await freshSession(server, ada), route, path)
    expect(status).toBeLessThan(400)
  })
})

const nowhere = ['00000000-0000-4000-8000-000000000000', 'nope', '%00', "'%3B--", 'a'.repeat(1000)]

describe.each(withIds)('%s of an unknown record', (_name, route) => {
  it.each(nowhere)('returns 404 for %s', async (id) => {
    const path = route.path.replaceAll(/\{\w+\}/g, id)
    const { result } = await call(await freshSession(server, admin), route, path)
    expect(result).toEqual(missing(route))
  })
})
