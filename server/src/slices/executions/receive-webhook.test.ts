import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { chainOf, set } from './fixtures/graphs.ts'
import { eventually, finished, publish, read, stepsOf, workerRole } from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer({ ...workerRole, MAILWRIGHT_PAUSED_CALLS: '5' })
  ada = await createMember(server)
})
afterAll(() => server.close())

const echo = () => chainOf({ hook: ['trigger.webhook'], echo: set({ nr: '{{ trigger.body.nr }}' }) })
const change = async (id: string, body: object) => {
  const answer = await ada.session('PATCH', `/api/v1/workflows/${id}`, { body })
  expect(answer.status, answer.text).toBe(200)
}

type Sent = { type?: string; text?: string }
async function open(more: object = {}) {
  const id = await publish(ada, echo(), more)
  const made = await ada.session('POST', `/api/v1/workflows/${id}/webhook`)
  expect(made.status, made.text).toBe(201)
  const call = async (
    nr: number,
    { type = 'application/json', text = JSON.stringify({ nr }) }: Sent = {},
  ) => {
    const headers = { 'content-type': type }
    const answer = await fetch(`${server.url}/hooks/wf/${made.body.token}`, {
      method: 'POST',
      headers,
      body: text,
    })
    const body = (await answer.json()) as { executionId: string; code?: string }
    return { status: answer.status, ...body, retryAfter: answer.headers.get('retry-after') }
  }
  return { id, call }
}
const echoed = async (executionId: string) => stepsOf(await finished(ada, executionId)).echo?.data

describe('the type of a webhook body', () => {
  it.each([
    'application/json; charset=utf-8',
    'application/cloudevents+json',
    'application/vnd.github.v3+json; charset=utf-8',
    'APPLICATION/LD+JSON',
  ])('may be %s', async (type) => {
    const { call } = await open()
    const { status, executionId } = await call(7, { type })
    expect(status).toBe(202)
    expect(await echoed(executionId)).toMatchObject({ nr: 7 })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/x+json', 'application/+jsonx'])(
    'must not be %s',
    async (type) => {
      const { call } = await open()
      expect(await call(7, { type })).toMatchObject({ status: 400, code: 'request.bad_request' })
    },
  )

  it.each(['[1]', '"text"', 'null', '{"a":1,"a":2}', '{'])('does not make %s an object', async (text) => {
    const { call } = await open()
    const answer = await call(7, { type: 'application/cloudevents+json', text })
    expect(answer).toMatchObject({ status: 400, code: 'request.bad_request' })
  })

  it('is application/json alone on other routes', async () => {
    const headers = { 'content-type': 'application/cloudevents+json' }
    const { status, body } = await ada.session('POST', '/api/v1/workflows', { body: { name: 'x' }, headers })
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
  })
})

describe('the content of a webhook body', () => {
  it.each([
    ['spaces', ' {\n "nr" :  7 } ', 7],
    ['a lone surrogate', '{"nr": "a\\ud800b"}', 'a\ufffdb'],
    ['a pair of surrogates', '{"nr": "\\ud83d\\ude00"}', '😀'],
    ['a number beyond 53 bits', '{"nr": 12345678901234567890}', Number('12345678901234567890')],
  ])('with %s is the same for a run that starts at once and for one that waits', async (_, text, nr) => {
    const { id, call } = await open()
    const atOnce = await call(0, { text })
    await change(id, { paused: true })
    const held = await call(0, { text })
    await change(id, { paused: false })
    for (const { executionId } of [atOnce, held]) expect(await echoed(executionId)).toMatchObject({ nr })
  })
})

describe('calls to a paused workflow', () => {
  it('are taken in, and run in order when it is resumed', async () => {
    const { id, call } = await open({ maxConcurrency: 1 })
    await change(id, { paused: true })
    const calls = [await call(1), await call(2), await call(3)]
    expect(calls.map(({ status }) => status)).toEqual([202, 202, 202])
    // Another workflow goes on meanwhile.
    const other = await open()
    await finished(ada, (await other.call(9)).executionId)
    for (const { executionId } of calls) expect((await read(ada, executionId)).status).toBe('queued')
    await change(id, { paused: false })
    const ended = await Promise.all(calls.map(({ executionId }) => finished(ada, executionId)))
    expect(ended.map((one) => stepsOf(one).echo?.data?.nr)).toEqual([1, 2, 3])
    const starts = ended.map(({ startedAt }) => startedAt)
    expect(starts).toEqual(starts.toSorted())
    expect((await call(4)).status).toBe(202)
  })

  it('above the limit are refused with a time to retry, and none is lost behind a 404', async () => {
    const { id, call } = await open()
    await change(id, { paused: true })
    const calls = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((nr) => call(nr)))
    const accepted = calls.filter(({ status }) => status === 202)
    const refused = calls.filter(({ status }) => status !== 202)
    expect(accepted).toHaveLength(5)
    for (const one of refused)
      expect(one).toMatchObject({
        status: 409,
        code: 'workflow.paused',
        retryAfter: expect.stringMatching(/^\d+$/),
      })
    const ids = accepted.map(({ executionId }) => executionId)
    await ada.session('POST', '/api/v1/executions/cancel', { body: { ids: ids.slice(0, 2) } })
    expect((await call(9)).status).toBe(202)
    await change(id, { paused: false })
    for (const one of ids.slice(2)) expect((await finished(ada, one)).status).toBe('succeeded')
    expect((await finished(ada, ids[0] ?? '')).status).toBe('cancelled')
  })

  it('that commit after the workflow was resumed still run', async () => {
    const { id, call } = await open()
    await change(id, { paused: true })
    const { executionId } = await call(1)
    // The same as a call that read the pause and was stored late.
    await server.db.run(sql`update workflows set paused_at = null where id = ${id}`)
    expect((await finished(ada, executionId)).status).toBe('succeeded')
  })

  it('of a workflow that is then withdrawn or deleted do not run', async () => {
    const { id, call } = await open()
    await change(id, { paused: true })
    const { executionId } = await call(1)
    await change(id, { published: false })
    expect((await call(2)).status).toBe(404)
    expect((await ada.session('DELETE', `/api/v1/workflows/${id}`)).status).toBe(204)
    await expect.poll(async () => (await read(ada, executionId)).status, eventually).toBe('cancelled')
  })
})
