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
/** What belongs to the whole team. */
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

describe('the register of records', () => {
  it.each(withIds)('knows how to make what %s names', (_name, route) => {
    expect(recordFor(route.path)).toBeDefined()
    expect(route.notFound).toBeDefined()
  })

  it('names no path that is gone', () => {
    const used = new Set(builtRoutes.map(([, route]) => recordFor(route.path)))
    expect(Object.keys(records).filter((path) => !used.has(records[path]))).toEqual([])
  })
})

describe.each(owned)("%s of another member's record", (_name, route) => {
  it('is 404 as if it were missing, and leaves it to its owner', async () => {
    const path = await ownPath(server, route, ada)
    const visitors = [await freshSession(server, bob), await freshSession(server, admin)]
    // A key may not call what is for browsers only.
    if (route.access.kind === 'key')
      visitors.push(
        await keyOf(
          server,
          bob,
          scopes.filter((scope) => !scope.startsWith('admin:')),
        ),
      )
    for (const visitor of visitors) expect((await call(visitor, route, path)).result).toEqual(missing(route))
    // Its bytes are with a mail server, and there is none here.
    if (route.path.endsWith('/attachments/{position}')) return
    const { status } = await call(await freshSession(server, ada), route, path)
    expect(status).toBeLessThan(400)
  })
})

const nowhere = ['00000000-0000-4000-8000-000000000000', 'nope', '%00', "'%3B--", 'a'.repeat(1000)]

describe.each(withIds)('%s of no record', (_name, route) => {
  it.each(nowhere)('is 404 for %s', async (id) => {
    const path = route.path.replaceAll(/\{\w+\}/g, id)
    const { result } = await call(await freshSession(server, admin), route, path)
    expect(result).toEqual(missing(route))
  })
})
