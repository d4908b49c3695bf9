import { requiresSignIn } from '@mailwright/contract/codes'
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

const guarded = builtRoutes.filter(([, route]) => requiresSignIn(route))
const open = builtRoutes.filter(([, route]) => !requiresSignIn(route))
const isScoped = (titled: Titled): titled is readonly [string, Scoped] => 'scope' in titled[1].access
const scoped = guarded.filter(isScoped)
const admins = scoped.filter(([, route]) => route.access.kind === 'admin')
const sessions = guarded.filter(([, route]) => route.access.kind === 'session')
const changing = guarded.filter(([, route]) => route.method !== 'GET')

/** Routes whose domain may still reject an authorised caller. */
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
  it('rejects anonymous callers', async () => {
    const results: Record<string, Result> = {}
    for (const [who, credentials] of Object.entries(unknown))
      results[who] = (await call(clientOf(server.url, credentials), route, emptyPath(route))).result
    const refused = Object.keys(unknown).map((who) => [who, [401, 'auth.unauthenticated']])
    expect(results).toEqual(Object.fromEntries(refused))
  })

  it('accepts an administrator with a session', async () => {
    await expectAccess(await freshSession(server, admin), route, admin)
  })
})

describe.each(scoped)('%s with a key', (_name, route) => {
  it('requires its scope and names it', async () => {
    const others = scopes.filter((scope) => !grants([scope], route.access.scope))
    const answer = await call(await keyOf(server, admin, others), route, emptyPath(route))
    expect(answer.result).toEqual([403, 'api_key.scope_missing'])
    expect(answer.body.details).toEqual({ required: route.access.scope })
  })

  it('accepts the exact scope and its wildcard', async () => {
    const owner = route.access.kind === 'admin' ? admin : member
    for (const scope of [route.access.scope, starOf(route)])
      await expectAccess(await keyOf(server, owner, [scope]), route, owner)
  })
})

describe.each(sessions)('%s', (_name, route) => {
  it('rejects keys with any scope', async () => {
    const { result } = await call(await keyOf(server, admin, scopes), route, emptyPath(route))
    expect(result).toEqual([403, 'api_key.session_required'])
  })
})

describe.each(guarded.filter(([, route]) => route.access.kind !== 'admin'))('%s', (_name, route) => {
  it('accepts a member with a session', async () => {
    await expectAccess(await freshSession(server, member), route, member)
  })
})

describe.each(admins)('%s', (_name, route) => {
  it('rejects members, even with a key that has the scope', async () => {
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

describe.each(changing)('%s from another origin', (_name, route) => {
  it('is rejected with a session', async () => {
    for (const headers of foreign) {
      const client = await freshSession(server, admin)
      const { result } = await call(client, route, await ownPath(server, route, admin), { headers })
      expect([headers, result]).toEqual([headers, [403, 'auth.forbidden']])
    }
  })

  it('is accepted from our own origin', async () => {
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    await expectAccess(await freshSession(server, admin), route, admin, headers)
  })
})

describe.each(open)('%s', (_name, route) => {
  it('needs no credentials, and ignores invalid ones', async () => {
    for (const credentials of [{}, unknown['a revoked key'] ?? {}, unknown['an expired session'] ?? {}]) {
      const { result } = await call(clientOf(server.url, credentials), route, emptyPath(route))
      expect(accessCodes).not.toContain(result[1])
      expect(result[0]).toBeLessThan(500)
    }
  })
})

describe.each(open.filter(([, route]) => route.method !== 'GET' && route.access.kind === 'public'))(
  '%s from another origin',
  (_name, route) => {
    it('is rejected', async () => {
      for (const headers of foreign) {
        const { result } = await call(clientOf(server.url), route, emptyPath(route), { headers })
        expect([headers, result]).toEqual([headers, [403, 'auth.forbidden']])
      }
    })
  },
)
