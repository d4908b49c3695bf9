import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type ModelServer, startModelServer } from '#test/model-server/model-server'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { type OpenAi, openAi, question } from '../fixtures/open-ai.ts'

const eventually = { timeout: 120_000, interval: 50 }
const program = new URL('../fixtures/calling-process.ts', import.meta.url).pathname
let model: ModelServer
let server: TestServer
let ada: TestMember
let other: OpenAi
const children: ChildProcess[] = []

beforeAll(async () => {
  model = await startModelServer()
  server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: model.allow })
  const admin = await createMember(server, { role: 'admin' })
  ada = await createMember(server)
  other = await openAi(server.databaseUrl, model.allow)
  const body = {
    provider: 'openai',
    label: 'Main',
    apiKey: 'a-key-of-some-length',
    baseUrl: model.baseUrl('openai'),
    enabledModels: ['gpt-5-mini'],
  }
  const made = await admin.session('POST', '/api/v1/admin/llm/connections', { body })
  expect(made.status, made.text).toBe(201)
  const limits = `/api/v1/admin/llm/connections/${made.body.id}/limits`
  expect((await admin.session('PUT', limits, { body: { maxConcurrency: 1 } })).status).toBe(200)
})
afterAll(async () => {
  await Promise.all(children.map(kill))
  await other.close()
  await server.close()
  await model.close()
})

let key: string
beforeEach(() => {
  key = newId()
  model.calls.length = 0
})

function startCall() {
  const child = spawn(process.execPath, [program, server.databaseUrl, model.allow, ada.id, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return { child, output: () => output }
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const ask = () => other.call(question(ada.id, 'Well?', { key, maxWaitMs: 120_000 }))
const answers = async () => (await server.db.rows(sql`select from ai_answers where key = ${key}`)).length
const finished = () => model.calls.filter(({ outcome }) => outcome === 'answered').length

it('asks again when the process died before the model had answered', async () => {
  model.setRules([{ times: 1, reply: { text: 'never', delayMs: 600_000 } }, { reply: { text: 'second' } }])
  const { child } = startCall()
  await expect.poll(() => model.calls.length, eventually).toBe(1)
  await kill(child)
  // The slot of the dead process is the only one: it is given up once others notice the death.
  expect(await ask()).toMatchObject({ reply: { text: 'second' }, fromStore: false })
  expect(model.calls).toHaveLength(2)
  expect(await answers()).toBe(1)
})

it('asks again when the process died between the answer and its commit', async () => {
  model.setRules([{ times: 1, reply: { text: 'first' } }, { reply: { text: 'second' } }])
  const blocking = await server.db.begin()
  await blocking.run(sql`lock table ai_calls in exclusive mode`)
  const { child } = startCall()
  const blocked = () =>
    server.db.row<{ pid: number }>(sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into ai_calls%'`)
  await expect.poll(blocked, eventually).toBeDefined()
  expect(finished()).toBe(1)
  await kill(child)
  // The server may not notice that nobody waits for the statement any more.
  await server.db.run(sql`select pg_terminate_backend(${(await blocked())?.pid})`)
  await blocking.rollback()
  expect(await ask()).toMatchObject({ reply: { text: 'second' }, fromStore: false })
  expect([finished(), await answers()]).toEqual([2, 1])
})

it('never asks again once the answer is committed', async () => {
  model.setRules([{ times: 1, reply: { text: 'first' } }, { reply: { text: 'second' } }])
  const { child, output } = startCall()
  await expect.poll(answers, eventually).toBe(1)
  await kill(child)
  expect(await ask()).toMatchObject({ reply: { text: 'first' }, fromStore: true })
  expect(['', 'asked\n']).toContain(output())
  expect(finished()).toBe(1)
})
