import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  hook,
  publish,
  read,
  stepsOf,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type Listening, listen } from '../mail/listen.ts'
import { type TestServer, testServer } from '../server.ts'

// Another service that members can reach, and one that a hostile member runs.

const secret = 'S3cret/+token & "quoted" needle'
const credentials = '/api/v1/credentials'

let server: TestServer
let ada: TestMember
let admin: TestMember
let good: Listening
let evil: Listening
const seen: { at: string; url: string; authorization: string | undefined }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

const service = (at: string) =>
  createServer((request, response) => {
    const { authorization } = request.headers
    seen.push({ at, url: request.url ?? '', authorization })
    answer(request, response)
  })

beforeAll(async () => {
  good = await listen(service('good'))
  evil = await listen(service('evil'))
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: 'http:127.0.0.1' })
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
beforeEach(() => {
  seen.length = 0
  answer = (_request, response) => response.end('ok')
})
afterAll(async () => {
  await server?.close()
  await good?.stop()
  await evil?.stop()
})

const at = ({ port }: Listening, path = '/') => `http://127.0.0.1:${port}${path}`
async function connect(member: TestMember, scope: string, origins: string[], data: object = bearer) {
  const body = { type: 'http_generic', name: 'Service', scope, data }
  const { id } = (await member.session('POST', credentials, { body })).body
  const done = await member.session('PUT', `${credentials}/${id}/origins`, { body: { origins } })
  expect(done.status, done.text).toBe(200)
  return id as string
}
const bearer = { kind: 'bearer', token: secret }
async function call(connectionId: string, url: string, more = {}) {
  const graph = chainOf({
    hook: ['trigger.webhook'],
    call: ['external.http', { url, connectionId, ...more }],
    copy: ['flow.set', { fields: [{ name: 'body', value: '{{ steps.call.data.body }}' }] }],
  })
  const id = await (await hook(server, ada, await publish(ada, graph)))({})
  return finished(ada, id)
}

describe("an organisation's connection", () => {
  it('cannot be aimed at a server of a member', async () => {
    const id = await connect(admin, 'org', [at(good, '/v1')])
    for (const url of [
      at(evil),
      at(good, '/v2'),
      at(good, '/v1/..%2fv2'),
      `http://127.0.0.1:${good.port}@127.0.0.1:${evil.port}/`,
    ]) {
      const done = await call(id, url)
      expect(done.status).toBe('failed')
      expect(['connection.origin_not_allowed', 'http.bad_url']).toContain(done.error.code)
    }
    expect(seen).toEqual([])
    expect(await call(id, at(good, '/v1/orders'))).toMatchObject({ status: 'succeeded' })
    expect(seen).toEqual([{ at: 'good', url: '/v1/orders', authorization: `Bearer ${secret}` }])
  })

  it('cannot be used without origins', async () => {
    const id = await connect(admin, 'org', [])
    expect(await call(id, at(good))).toMatchObject({
      status: 'failed',
      error: {
        code: 'connection.no_origins',
        kind: 'permanent',
        message: expect.stringMatching(/administrator/),
      },
    })
    expect(seen).toEqual([])
  })

  it.each([
    ['another origin', () => at(evil, '/x')],
    ['another path of the origin', () => '/v2'],
    ['an encoded way out of the path', () => '/v1/..%2fv2'],
  ])('does not follow a redirect to %s', async (_name, target) => {
    const id = await connect(admin, 'org', [at(good, '/v1')])
    answer = ({ url }, response) => {
      if (url === '/v1') response.writeHead(307, { location: target() })
      response.end('ok')
    }
    expect((await call(id, at(good, '/v1'))).status).toBe('succeeded')
    expect(seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${secret}`, undefined])
  })

  it('follows a redirect within its path', async () => {
    const id = await connect(admin, 'org', [at(good, '/v1')])
    answer = ({ url }, response) => {
      if (url === '/v1') response.writeHead(302, { location: '/v1/there' })
      response.end('ok')
    }
    await call(id, at(good, '/v1'))
    expect(seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${secret}`, `Bearer ${secret}`])
  })
})

it("a member's own connection without origins can be sent anywhere, with origins only there", async () => {
  expect((await call(await connect(ada, 'member', []), at(evil))).status).toBe('succeeded')
  const bound = await connect(ada, 'member', [at(good)])
  expect((await call(bound, at(evil))).error.code).toBe('connection.origin_not_allowed')
  expect((await call(bound, at(good))).status).toBe('succeeded')
})

describe('an answer that echoes the secret', () => {
  const forms: [string, () => string][] = [
    ['as it is', () => secret],
    ['as JSON', () => JSON.stringify({ echo: secret })],
    ['percent-encoded', () => encodeURIComponent(secret)],
    ['as HTML', () => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['in hexadecimal', () => Buffer.from(secret).toString('hex')],
    ['in base64', () => Buffer.from(`Bearer ${secret}`).toString('base64')],
    ['in URL-safe base64', () => Buffer.from(secret).toString('base64url')],
  ]
  /** What a stored execution holds, decoded in the ways in which the secret may hide. */
  const leaks = (text: string) => {
    const found = forms.map(([, form]) => form()).filter((form) => text.includes(form))
    return text.includes('needle') ? [...found, 'needle'] : found
  }

  it.each(forms)('%s, in body and headers, is not in the execution', async (_name, form) => {
    const id = await connect(admin, 'org', [at(good)])
    answer = (_request, response) => {
      const type = form().startsWith('{') ? 'application/json' : 'text/plain'
      response.writeHead(200, { 'content-type': type, 'x-echo': form().replaceAll('\n', ' ') })
      response.end(form())
    }
    const done = await call(id, at(good))
    expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
    expect(stepsOf(done).copy?.data).toBeDefined()
    expect(JSON.stringify(done)).toContain('[secret]')
    expect(leaks(JSON.stringify(await read(ada, done.id)))).toEqual([])
  })

  it('is not in the failure of a step, nor in its incident', async () => {
    const id = await connect(admin, 'org', [at(good)], { kind: 'basic', username: 'ada', password: secret })
    answer = ({ headers }, response) => response.writeHead(500).end(`no: ${headers.authorization} ${secret}`)
    const done = await call(id, at(good))
    expect(done.status).toBe('failed')
    const incidents = await ada.session('GET', '/api/v1/executions/incidents')
    for (const text of [JSON.stringify(done), incidents.text]) {
      expect(text).not.toContain('needle')
      expect(text).not.toContain(Buffer.from(`ada:${secret}`).toString('base64').slice(0, 20))
    }
  })

  it('is not in the message about a host that a redirect names', async () => {
    const token = 'NeedleInAHostName'
    const id = await connect(admin, 'org', [at(good)], { kind: 'query', paramName: 'key', value: token })
    answer = (_request, response) => response.writeHead(302, { location: `http://${token}.invalid/` }).end()
    const done = await call(id, at(good))
    expect(done.status).toBe('failed')
    expect(JSON.stringify(done).toLowerCase()).not.toContain(token.toLowerCase())
  })
})
