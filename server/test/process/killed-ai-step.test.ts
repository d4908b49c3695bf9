import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sql, sql } from '../../src/platform/db/sql.ts'
import { graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { finished, hook, publish } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import type { ModelReply, ModelRequest } from '../model-server/types.ts'
import { type AiWorld, messageId, startAiWorld } from '../workflows/ai-world.ts'

// A worker is killed at every point of a step that asks a model: before the answer, before its commit, and before what
// follows from it. The next one goes on.

const eventually = { timeout: 120_000, interval: 50 }
const price = { inputUsd: 3, cachedInputUsd: 0.3, outputUsd: 15 }
let world: AiWorld
let worker: ChildServer
let call: (body: unknown) => Promise<string>

const graph = graphOf(
  {
    hook: ['trigger.webhook'],
    sort: [
      'ai.classify',
      { messageId, learnAfter: 9, categories: [{ name: 'question' }, { name: 'other' }] },
    ],
    write: ['ai.compose', { messageId, instructions: 'Say that we look into it.' }],
    draft: ['mail.draft', { messageId, body: '{{ steps.write.data.text }}' }],
  },
  [
    ['hook', 'sort'],
    ['sort', 'write', 'question'],
    ['write', 'draft'],
  ],
)

const startWorker = () =>
  startChildServer({
    DATABASE_URL: world.server.databaseUrl,
    MAILWRIGHT_ROLES: 'worker',
    MAILWRIGHT_OUTBOUND_ALLOW: world.model.allow,
    MAILWRIGHT_LOG_LEVEL: 'silent',
  })

beforeAll(async () => {
  world = await startAiWorld({ MAILWRIGHT_ROLES: 'api' })
  const prices = [{ provider: 'openai_compatible', model: 'local-model', ...price }]
  const set = await world.admin.session('PUT', '/api/v1/admin/llm/prices', { body: { prices } })
  expect(set.status, set.text).toBe(200)
  call = await hook(world.server, world.ada, await publish(world.ada, graph))
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.kill()
  await world?.close()
})

let asked = 0
/** Every answer reports another usage. */
function answer({ system }: ModelRequest): ModelReply {
  asked++
  const usage = { inputTokens: 1_000 + asked, cachedInputTokens: 10 * asked, outputTokens: 100 + asked }
  const json = system.includes('You sort')
    ? { labels: ['question'], confidence: 0.99 }
    : { subject: '', text: 'Hello, we look into it.', language: 'en', sources: [] }
  return { json, usage }
}

const receive = async (n: number) =>
  (await world.receive({ subject: `Question ${n}`, from: { email: `bob-${n}@example.net` } })).id

const waitsFor = async (table: string) =>
  (await world.server.db.row(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${table}%`}`)) !== undefined

/** Kills the worker and ends what it still waits for: it would otherwise be carried out after its death. */
async function kill(blocking?: { rollback(): Promise<void> }) {
  await worker.kill()
  await world.server.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  await blocking?.rollback()
}

const answered = () => world.model.calls.filter(({ outcome }) => outcome === 'answered')
const countOf = async (rows: Sql) => (await world.server.db.row<{ count: number }>(rows))?.count

/** The run ends in another process: two answers are stored and paid for, and there is one draft. */
async function goOn(executionId: string, message: string) {
  worker = await startWorker()
  expect((await finished(world.ada, executionId)).status).toBe('succeeded')
  const paid = sql`select count(*) as count from ai_calls where execution_id = ${executionId}`
  const drafts = sql`select count(*) as count from outgoing_messages where message_id = ${message}`
  expect([await countOf(paid), await countOf(drafts)]).toEqual([2, 1])
}

it('asks again only for what was never committed, and the dashboard shows what the model reported', async () => {
  const { db } = world.server

  // While the model thinks.
  world.model.setRules([{ times: 1, reply: { delayMs: 600_000 } }, { reply: answer }])
  const first = await receive(0)
  const thinking = await call({ id: first })
  await expect.poll(() => world.model.calls.length, eventually).toBe(1)
  await kill()
  await goOn(thinking, first)
  expect(answered()).toHaveLength(2)

  // While the answer is committed, while a pattern is learned from it, while a composed text is stored, and while the
  // draft is written together with the record of its step.
  const points: [table: string, lock: Sql, asksAgain: number][] = [
    ['ai_calls', sql`lock table ai_calls in exclusive mode`, 1],
    ['ai_patterns', sql`lock table ai_patterns in exclusive mode`, 0],
    ['ai_compositions', sql`lock table ai_compositions in exclusive mode`, 0],
    ['outgoing_messages', sql`lock table outgoing_messages in exclusive mode`, 0],
  ]
  let lost = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  for (const [n, [table, lock, asksAgain]] of points.entries()) {
    const before = answered().length
    const id = await receive(n + 1)
    const blocking = await db.begin()
    await blocking.run(lock)
    const executionId = await call({ id })
    await expect.poll(() => waitsFor(table), eventually).toBe(true)
    if (asksAgain) lost = answered().at(-1)?.usage ?? lost
    await kill(blocking)
    await goOn(executionId, id)
    expect(answered().length - before, table).toBe(2 + asksAgain)
  }

  // An answer that cannot be used was paid for as well, and so was the attempt to repair it.
  world.model.setRules([{ reply: { json: { labels: 7 }, usage: { inputTokens: 500, outputTokens: 50 } } }])
  const failed = await finished(world.ada, await call({ id: await receive(9) }))
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'ai.invalid_output' } })

  const reported = world.model.usage()
  const kept = {
    input: reported.inputTokens - lost.inputTokens,
    cached: reported.cachedInputTokens - lost.cachedInputTokens,
    output: reported.outputTokens - lost.outputTokens,
  }
  const { current } = await world.get('/api/v1/dashboard/ai')
  expect(current).toMatchObject({ calls: 11, tokensIn: kept.input, tokensOut: kept.output })
  const { inputUsd, cachedInputUsd, outputUsd } = price
  const cost =
    ((kept.input - kept.cached) * inputUsd + kept.cached * cachedInputUsd + kept.output * outputUsd) / 1e6
  expect(current.costUsd).toBeCloseTo(cost, 8)
}, 600_000)
