import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChildServer, startChildServer } from '#test/child-server'
import { type AiWorld, startAiWorld } from '#test/workflows/ai-world'
import { type Sql, sql } from '../../platform/db/sql.ts'

const eventually = { timeout: 120_000, interval: 50 }
const path = '/api/v1/assistant/conversations'
let world: AiWorld
let worker: ChildServer

const startWorker = () =>
  startChildServer({
    DATABASE_URL: world.server.databaseUrl,
    MAILWRIGHT_ROLES: 'worker',
    MAILWRIGHT_OUTBOUND_ALLOW: world.model.allow,
    MAILWRIGHT_LOG_LEVEL: 'silent',
  })

beforeAll(async () => {
  world = await startAiWorld({ MAILWRIGHT_ROLES: 'api' })
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.kill()
  await world?.close()
})
beforeEach(() => {
  world.model.calls.length = 0
})

const read = (id: string) => world.get(`${path}/${id}`)
const answered = () => world.model.calls.filter(({ outcome }) => outcome === 'answered').length
const countOf = async (rows: Sql) => (await world.server.db.row<{ count: number }>(rows))?.count
const answers = (id: string) =>
  countOf(sql`
    select count(*) as count from ai_answers a join assistant_messages m on a.key = 'assistant ' || m.id
    where m.conversation_id = ${id}`)

async function say(content: string): Promise<string> {
  const { id } = (await world.ada.session('POST', path, { body: {} })).body.conversation
  const sent = await world.ada.session('POST', `${path}/${id}/messages`, { body: { content } })
  expect(sent.status, sent.text).toBe(202)
  return id
}

/** Kills the worker while it waits for a lock, once `isThere`. */
async function killBlocked(
  lock: Sql,
  begin: () => Promise<string>,
  isThere: (id: string) => Promise<boolean>,
) {
  const { db } = world.server
  const blocking = await db.begin()
  await blocking.run(lock)
  const id = await begin()
  await expect.poll(() => isThere(id), eventually).toBe(true)
  await worker.kill()
  await db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  await blocking.rollback()
  return id
}

async function goOn(id: string) {
  worker = await startWorker()
  await expect.poll(async () => (await read(id)).conversation.status, eventually).toBe('idle')
  return read(id)
}

const waitsFor = async (table: string) =>
  (await world.server.db.row(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${table}%`}`)) !== undefined

describe('a turn whose process is killed', () => {
  it('while the answer streams is asked again, and shows one answer', async () => {
    world.model.setRules([
      { times: 1, reply: { text: 'one two three four five six', fault: 'hang' } },
      { reply: { text: 'A whole answer.' } },
    ])
    const id = await say('Go')
    await expect.poll(async () => (await read(id)).messages.at(-1).content, eventually).toContain('one')
    await worker.kill()
    const { messages, conversation } = await goOn(id)
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['Go', 'A whole answer.'])
    expect(conversation.usage.calls).toBe(1)
    expect(world.model.calls).toHaveLength(2)
  })

  it('after the answer is committed goes on with it', async () => {
    world.model.setRules([{ times: 1, reply: { text: 'First.' } }, { reply: { text: 'Second.' } }])
    const id = await killBlocked(
      sql`select pg_advisory_xact_lock(1)`,
      async () => {
        await world.server.db.run(sql`
          create function wait_here() returns trigger language plpgsql as
          'begin if new.is_complete then perform pg_advisory_xact_lock_shared(1); end if; return new; end'`)
        await world.server.db.run(sql`
          create trigger wait_here before update on assistant_messages for each row execute function wait_here()`)
        return say('Go')
      },
      async (conversation) => (await answers(conversation)) === 1 && waitsFor('assistant_messages'),
    )
    await world.server.db.run(sql`drop function wait_here cascade`)
    const { messages, conversation } = await goOn(id)
    expect(messages.at(-1).content).toBe('First.')
    expect([conversation.usage.calls, answered(), await answers(id)]).toEqual([1, 1, 1])
  })

  it('while a tool writes its proposal proposes once', async () => {
    const graph = {
      id: 'g',
      workflowId: 'w',
      nodes: [{ id: 'start', type: 'trigger.manual', version: 1, name: 'Start', params: {} }],
      connections: [],
    }
    const proposal = { summary: 'Starts.', name: 'Start', graph }
    world.model.setRules([
      { when: { last: 'propose it' }, reply: { toolCalls: [{ name: 'propose', arguments: proposal }] } },
      { reply: { text: 'Please look.' } },
    ])
    const id = await killBlocked(
      sql`lock table assistant_proposals in exclusive mode`,
      () => say('propose it'),
      () => waitsFor('assistant_proposals'),
    )
    const { messages, proposals } = await goOn(id)
    expect(proposals).toHaveLength(1)
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(answered()).toBe(2)
  })
})
