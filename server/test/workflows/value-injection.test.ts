import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  hook,
  publish,
  stepsOf,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type Listening, listen } from '../mail/listen.ts'
import { type TestServer, testServer } from '../server.ts'

// Values from strangers in templates that become another language. HTML and recipients: html-injection.test.ts.

let server: TestServer
let ada: TestMember
let far: Listening
const seen: { url: string; body: string }[] = []

beforeAll(async () => {
  far = await listen(
    createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      seen.push({ url: request.url ?? '', body })
      response.end('{}')
    }),
  )
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: `127.0.0.1:${far.port}` })
  ada = await createMember(server)
})
beforeEach(() => {
  seen.length = 0
})
afterAll(async () => {
  await server?.close()
  await far?.stop()
})

async function runWith(node: [string, Record<string, unknown>], value: unknown) {
  const graph = chainOf({ start: ['trigger.webhook'], node })
  return finished(ada, await (await hook(server, ada, await publish(ada, graph)))({ value }))
}
const value = '{{ trigger.body.value }}'
const call = (params: object): [string, Record<string, unknown>] => ['external.http', { ...params }]
const base = () => `http://127.0.0.1:${far.port}`

describe('a value in a call of a web service', () => {
  it('does not leave its place in the path or the query', async () => {
    const url = `${base()}/users/${value}?name=${value}`
    expect((await runWith(call({ url }), 'a/../admin?x=1&y#z')).status).toBe('succeeded')
    const encoded = encodeURIComponent('a/../admin?x=1&y#z')
    expect(seen).toMatchObject([{ url: `/users/${encoded}?name=${encoded}` }])
  })

  it('does not climb to another path, nor change the host', async () => {
    const climbing = await runWith(call({ url: `${base()}/users/${value}/delete` }), '..')
    expect(climbing).toMatchObject({ status: 'failed', error: { code: 'expression.argument' } })
    const leaving = await runWith(call({ url: `http://127.0.0.1${value}/` }), `:${far.port}`)
    expect(leaving).toMatchObject({ status: 'failed', error: { code: 'expression.argument' } })
    expect(seen).toEqual([])
  })

  it('adds no field to a JSON body that is written as text', async () => {
    const body = { kind: 'text', text: `{"name": "${value}"}`, contentType: 'application/json' }
    const attack = 'x", "admin": true, "y": "'
    expect((await runWith(call({ url: base(), method: 'POST', body }), attack)).status).toBe('succeeded')
    const headers = { 'content-Type': 'application/vnd.shop+json; charset=utf-8' }
    const byHeader = call({ url: base(), method: 'POST', headers, body: { kind: 'text', text: body.text } })
    expect((await runWith(byHeader, attack)).status).toBe('succeeded')
    expect(seen.map((one) => JSON.parse(one.body))).toEqual([{ name: attack }, { name: attack }])
  })

  it('stays text in a body of another type', async () => {
    const body = { kind: 'text', text: `Hello ${value}` }
    expect((await runWith(call({ url: base(), method: 'POST', body }), '"<&')).status).toBe('succeeded')
    expect(seen[0]?.body).toBe('Hello "<&')
  })
})

describe('a value in a pattern', () => {
  it('stands for itself when a text is extracted', async () => {
    const operations = [{ kind: 'extract', pattern: `order ${value} (\\w+)` }]
    const node = ['flow.text', { text: 'order 7 sent, order .* late', operations }] as [string, object]
    const done = await runWith(node as [string, Record<string, unknown>], '.*')
    expect(stepsOf(done).node?.data).toMatchObject({ matches: ['late'] })
  })

  it('stands for itself in a condition', async () => {
    const condition = { type: 'text', value: 'boss@firm.test', operator: 'matches_pattern' }
    const conditions = [{ ...condition, compareTo: `^${value}@firm\\.test$` }]
    const group = [{ match: 'all', conditions }]
    for (const list of [conditions, group]) {
      const done = await runWith(['flow.if', { conditions: list }], '.*')
      expect(stepsOf(done).node?.output).toBe('false')
      const same = await runWith(['flow.if', { conditions: list }], 'boss')
      expect(stepsOf(same).node?.output).toBe('true')
    }
  })
})

it('raw in a URL is reported as a risk', async () => {
  const graph = chainOf({
    start: ['trigger.webhook'],
    node: call({ url: 'https://a.test/{{ trigger.body.value | raw }}' }),
  })
  const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Risk', graph } })
  expect(made.body.validation.issues).toMatchObject([
    { severity: 'warning', code: 'node.raw_value', path: '/nodes/1/params/url' },
  ])
})
