import { isGuarded } from '@mailwright/contract/codes'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { grants, scopes } from '@mailwright/contract/scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { type Credentials, strangers } from './callers.ts'
import { call, emptyPath, freshSession, keyOf, ownPath, type Result } from './requests.ts'
import { builtRoutes, nameOf } from './routes.ts'

type Scoped = RouteDeclaration & { access: { kind: 'key' | 'admin'; scope: `${string}:${'read' | 'write'}` } }
type Titled = readonly [string, RouteDeclaration]

const guarded = builtRoutes.filter(([, route]) => isGuarded(route))
const open = builtRoutes.filter(([, route]) => !isGuarded(route))
const isScoped = (titled: Titled): titled is readonly [string, Scoped] => 'scope' in titled[1].access
const scoped = guarded.filter(isScoped)
const admins = scoped.filter(([, route]) => route.access.kind === 'admin')
const sessions = guarded.filter(([, route]) => route.access.kind === 'session')
const changing = guarded.filter(([, route]) => route.method !== 'GET')

/** Where the domain itself may refuse the right caller, after access was given. */
const refusedByDomain = new Set(['POST /api/v1/signatures', 'POST /api/v1/webmail/signatures'])
const accessCodes = ['auth.unauthenticated', 'api_key.scope_missing', 'api_key.session_required']

let server: TestServer
let admin: TestMember
let member: TestMember
let unknown: Record<string, Credentials>

beforeAll(async () => {
  server = await testServer({
    MAILWRIGHT_LIMIT_SIGN_IN: '1000000',
    MAILWRIGHT_LIMIT_KEY_PER_MINUTE: '1000000',
  })
  admin = await createMember(server, { role: 'admin' })
  member = await createMember(server)
  unknown = await strangers(server)
})
afterAll(() => server.close())

async function expectAccess(client: Client, route: RouteDeclaration, owner: TestMember, headers = {}) {
  const { status, result } = await call(client, route, await ownPath(server, route, owner), { headers })
  expect(accessCodes).not.toContain(result[1])
  expect(status).toBeLessThan(500)
  if (!refusedByDomain.has(nameOf(route))) expect(result[1]).not.toBe('auth.forbidden')
}

const starOf = (route: Scoped) => route.access.scope.replace(/:.*/, ':*')

describe.each(guarded)('%s', (_name, route) => {
  it('takes no stranger', async () => {
    const results: Record<string, Result> = {}
    for (const [who, credentials] of Object.entries(unknown))
      results[who] = (await call(clientOf(server.url, credentials), route, emptyPath(route))).result
    const refused = Object.keys(unknown).map((who) => [who, [401, 'auth.unauthenticated']])
    expect(results).toEqual(Object.fromEntries(refused))
  })

  it('takes an administrator in a browser', async () => {
    await expectAccess(await freshSession(server, admin), route, admin)
  })
})

describe.each(scoped)('%s with a key', (_name, route) => {
  it('needs its scope and tells which', async () => {
    const others = scopes.filter((scope) => !grants([scope], route.access.scope))
    const answer = await call(await keyOf(server, admin, others), route, emptyPath(route))
    expect(answer.result).toEqual([403, 'api_key.scope_missing'])
    expect(answer.body.details).toEqual({ required: route.access.scope })
  })

  it('takes the very scope, and the one with a star', async () => {
    const owner = route.access.kind === 'admin' ? admin : member
    for (const scope of [route.access.scope, starOf(route)])
      await expectAccess(await keyOf(server, owner, [scope]), route, owner)
  })
})

describe.each(sessions)('%s', (_name, route) => {
  it('takes no key, whatever its scopes', async () => {
    const { result } = await call(await keyOf(server, admin, scopes), route, emptyPath(route))
    expect(result).toEqual([403, 'api_key.session_required'])
  })
})

describe.each(guarded.filter(([, route]) => route.access.kind !== 'admin'))('%s', (_name, route) => {
  it('takes a plain member in a browser', async () => {
    await expectAccess(await freshSession(server, member), route, member)
  })
})

describe.each(admins)('%s', (_name, route) => {
  it('takes no plain member, not even one whose key holds the scope', async () => {
    for (const client of [await freshSession(server, member), await keyOf(server, member, [starOf(route)])]) {
      const { result } = await call(client, route, emptyPath(route))
      expect(result).toEqual([403, 'auth.forbidden'])
    }
  })
})

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

describe.each(changing)('%s from a page of another site', (_name, route) => {
  it('is refused with a session', async () => {
    for (const headers of foreign) {
      const client = await freshSession(server, admin)
      const { result } = await call(client, route, await ownPath(server, route, admin), { headers })
      expect([headers, result]).toEqual([headers, [403, 'auth.forbidden']])
    }
  })

  it('is taken from a page of our own', async () => {
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    await expectAccess(await freshSession(server, admin), route, admin, headers)
  })
})

describe.each(open)('%s', (_name, route) => {
  it('needs no credentials, and bad ones do no harm', async () => {
    for (const credentials of [{}, unknown['a revoked key'] ?? {}, unknown['an expired session'] ?? {}]) {
      const { result } = await call(clientOf(server.url, credentials), route, emptyPath(route))
      expect(accessCodes).not.toContain(result[1])
      expect(result[0]).toBeLessThan(500)
    }
  })
})

describe.each(open.filter(([, route]) => route.method !== 'GET' && route.access.kind === 'public'))(
  '%s from a page of another site',
  (_name, route) => {
    it('is refused', async () => {
      for (const headers of foreign) {
        const { result } = await call(clientOf(server.url), route, emptyPath(route), { headers })
        expect([headers, result]).toEqual([headers, [403, 'auth.forbidden']])
      }
    })
  },
)
