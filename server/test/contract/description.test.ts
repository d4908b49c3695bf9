import { api } from '@mailwright/contract'
import { describe as describeApi, type Language } from '@mailwright/contract/openapi/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#test/client'
import { createMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import packaged from '../../package.json' with { type: 'json' }
import { createApp } from '../../src/composition/app.ts'
import { readConfig } from '../../src/platform/config/read-config.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { type Description, operationsOf } from './fuzz/operations.ts'
import type { Schema } from './fuzz/schema.ts'
import { call, emptyPath } from './requests.ts'
import { builtRoutes, plannedRoutes } from './routes.ts'

let server: TestServer
let served: Description

const read = async (lang: Language) =>
  (await clientOf(server.url)('GET', `/api/v1/openapi.json?lang=${lang}`)).body as Description

beforeAll(async () => {
  server = await testServer()
  served = await read('en')
})
afterAll(() => server.close())

describe('the served description', () => {
  it.each(['en', 'fr'] as const)('matches the declarations exactly, in %s', async (lang) => {
    const cookieName = 'mailwright_session'
    const declared = describeApi(api, { lang, version: packaged.version, serverUrl: server.url, cookieName })
    expect(await read(lang)).toEqual(JSON.parse(JSON.stringify(declared)))
  })

  it('contains every built route and no planned one', () => {
    const names = operationsOf(served).map(({ name }) => name)
    expect(names.toSorted()).toEqual(builtRoutes.map(([name]) => name).toSorted())
  })

  it('has one route for each path and method', () => {
    const names = [...builtRoutes, ...plannedRoutes].map(([name]) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it('forbids additional properties of every object with listed fields', () => {
    const left: string[] = []
    const walk = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      const schema = value as Schema
      if (schema.type === 'object' && schema.properties && schema.additionalProperties !== false)
        left.push(at)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${at}/${key}`)
    }
    walk(served, '')
    expect(left).toEqual([])
  })
})

/** `METHOD /path` of all routes, parsed from the router's printed tree. */
async function boundRoutes(): Promise<string[]> {
  const config = readConfig({ PORT: '0', MAILWRIGHT_ROLES: 'api' })
  const app = await createApp({ config, databaseUrl: server.databaseUrl, log: createLog('silent') })
  await app.http.ready()
  const above: string[] = []
  const bound = app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      above.splice(depth, above.length, part)
      const path = above.join('').replaceAll(/:(\w+)/g, '{$1}')
      return methods
        .split(', ')
        .filter((m) => m && m !== 'HEAD')
        .map((method) => `${method} ${path}`)
    })
  await app.close()
  return bound
}

const isPage = (name: string) => /^GET \/(?!api|hooks)/.test(name)

describe('what is served', () => {
  it('is declared, except HTML pages', async () => {
    const declared = new Set<string>(builtRoutes.map(([name]) => name))
    const bound = await boundRoutes()
    expect(bound.length).toBeGreaterThanOrEqual(declared.size)
    expect(bound.filter((name) => !declared.has(name) && !isPage(name))).toEqual([])
  })
})

describe('what is declared', () => {
  it.each(builtRoutes)('is served when it is built: %s', async (_name, route) => {
    const admin = await createMember(server, { role: 'admin' })
    // A missing record may have the same code as a missing route; an anonymous call gets 401 only from a route.
    const isAlike = route.notFound === 'request.not_found'
    const client = isAlike ? clientOf(server.url) : admin.session
    // A public route is recognised by its answer to an invalid body.
    const sent = isAlike && route.access.kind === 'token' ? { body: [] } : {}
    const { result } = await call(client, route, emptyPath(route), sent)
    expect(result).not.toEqual([404, 'request.not_found'])
  })

  it.each(plannedRoutes)('is not served while it is planned: %s', async (_name, route) => {
    const admin = await createMember(server, { role: 'admin' })
    const answer = await admin.session(route.method, emptyPath(route))
    expect([answer.status, answer.body.code]).toEqual([404, 'request.not_found'])
  })
})
