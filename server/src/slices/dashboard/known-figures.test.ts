import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { purgeExecutions } from '../executions/executions.store.ts'
import { createFigureCache } from './figure-cache.ts'
import { countAi, countRuns, type Question } from './fixtures/brute-force.ts'
import {
  type AiCall,
  type Cast,
  clearFigures,
  createCast,
  type History,
  insertHistory,
  type Run,
  type Workflow,
} from './fixtures/history.ts'
import { readAi } from './read-ai.ts'
import { readExecutions } from './read-executions.ts'
import { countBatch, rollUp } from './roll-up.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await testServer()
  cast = await createCast(server)
})
beforeEach(() => clearFigures(server.db, Date.now() - 100 * dayMs))
afterAll(() => server.close())

/** What one process knows, and how many statements it sends. */
function openProcess(afterFirst = async () => {}) {
  let [statements, transactions] = [0, 0]
  const db: Database = {
    ...server.db,
    rows: (query) => {
      statements++
      return server.db.rows(query)
    },
    row: async <T>(query: Parameters<Database['row']>[0]) => {
      const isFirst = statements++ === 0
      const row = await server.db.row<T>(query)
      if (isFirst) await afterFirst()
      return row
    },
    transaction: (work, options) => {
      transactions++
      return server.db.transaction(work, options)
    },
  }
  const deps = { db, cache: createFigureCache(1_000_000), readers: createSemaphore(4) }
  const caller = { memberId: cast.members[0]?.id, role: 'admin' } as Caller
  const queryOf = ({ from, to, ...question }: Question) => ({
    ...question,
    period: 'custom' as const,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  const ask = async (question: Question) => {
    const { recentFailures: _, ...executions } = await readExecutions(deps, caller, queryOf(question))
    return { executions, ai: await readAi(deps, caller, queryOf(question)) }
  }
  /** How many statements and transactions it takes. */
  const costOf = async (work: () => Promise<unknown>) => {
    const before = [statements, transactions] as const
    await work()
    return [statements - before[0], transactions - before[1]]
  }
  return { ask, costOf }
}

function bruteForce(question: Question, history: History) {
  const asked = { ...question, callerId: cast.members[0]?.id ?? '', cast }
  const { failedIds: _, ...executions } = countRuns(asked, history)
  return { executions, ai: countAi(asked, history) }
}

const runAt = (at: number, took: number, n: number): Run => ({
  id: newId(),
  workflow: cast.workflows[n % cast.workflows.length] as Workflow,
  mailboxId: cast.mailboxes[n % 3]?.id ?? null,
  status: n % 5 === 0 ? 'failed' : 'succeeded',
  simulated: false,
  createdAt: at,
  startedAt: at,
  finishedAt: at + took,
})
const callAt = (at: number, n: number): AiCall => ({
  workflow: cast.workflows[n % cast.workflows.length] as Workflow,
  mailboxId: cast.mailboxes[n % 3]?.id ?? null,
  purpose: n % 2 === 0 ? 'draft' : 'classify',
  provider: 'one',
  model: n % 3 === 0 ? 'small' : 'large',
  tokensIn: n,
  tokensOut: 2 * n,
  cost: 1_000_000 * n,
  at,
})

/** Something every 37 minutes of ten days, and questions that begin and end within a quarter of an hour. */
function createHistory() {
  const start = Math.floor(Date.now() / dayMs) * dayMs - 20 * dayMs
  const times = Array.from({ length: 380 }, (_, i) => start + i * 37 * minuteMs + i)
  const history: History = {
    runs: times.map((at, i) => runAt(at, (i * 7919) % 5000, i)),
    entries: [],
    mails: [],
    calls: times.map(callAt),
  }
  const window = {
    from: start + 5 * dayMs + 1_234_567,
    to: start + 9 * dayMs - 7_654_321,
    tz: 'Asia/Kathmandu',
  }
  const [workflow, mailbox] = [cast.workflows[0], cast.mailboxes[0]]
  const questions: Question[] = [
    { scope: 'org', ...window },
    { scope: 'me', ...window },
    { scope: 'org', ...window, workflowId: workflow?.id ?? '' },
    { scope: 'org', ...window, mailboxId: mailbox?.id ?? '' },
  ]
  return { start, history, questions }
}

it('takes one statement for a known window with any ends, and stays exact when another process counts', async () => {
  const { start, history, questions } = createHistory()
  await insertHistory(server.db, history)
  await rollUp(server.db)
  const processes = [openProcess(), openProcess()]
  for (const { ask, costOf } of processes)
    for (const question of questions) {
      expect(await ask(question)).toEqual(bruteForce(question, history))
      // One for the executions, one for AI.
      expect(await costOf(() => ask(question))).toEqual([2, 0])
    }
  // A past day changes: in the middle of the window, and at its ends.
  const late = [6 * dayMs, 5 * dayMs + 1_234_567, 9 * dayMs - 7_654_322, 2 * dayMs].map((at) => start + at)
  const finishedAt = Date.now() - 10 * minuteMs
  const lateRuns = late.map((at, i) => ({ ...runAt(at, 0, i), startedAt: finishedAt - i, finishedAt }))
  const more = { ...history, runs: [...history.runs, ...lateRuns] }
  await insertHistory(server.db, { runs: lateRuns })
  // Nothing else was recorded in the last hour.
  await server.db.run(sql`
    update dashboard_progress set counted_until = now() - interval '1 hour' where source = 'executions'`)
  await rollUp(server.db)
  for (const { ask } of processes)
    for (const question of questions) expect(await ask(question)).toEqual(bruteForce(question, more))
  await purgeExecutions(server.db, 1, 10_000)
  for (const { ask, costOf } of processes)
    for (const question of questions) {
      expect(await ask(question)).toEqual(bruteForce(question, more))
      expect(await costOf(() => ask(question))).toEqual([2, 0])
    }
})

it('reads everything again at one moment when something was counted while it read', async () => {
  const { history, questions } = createHistory()
  for (const question of questions) {
    await clearFigures(server.db, Date.now() - 100 * dayMs)
    await insertHistory(server.db, history)
    await countBatch(server.db, 'executions', 200)
    const { ask, costOf } = openProcess(() => rollUp(server.db))
    let answer: unknown
    // The rest is counted after the first statement about executions, and before the one about AI calls.
    const [, transactions] = await costOf(async () => {
      answer = await ask(question)
    })
    expect(transactions).toBe(1)
    expect(answer).toEqual(bruteForce(question, history))
  }
})

it('shows a workflow that what is not counted yet brings into the list, with its name and last run', async () => {
  const owner = cast.workflows[0] as Workflow
  const workflows = Array.from({ length: 20 }, (_, i) => ({ ...owner, id: newId(), name: `Many ${i}` }))
  for (const { id, memberId, name } of workflows)
    await server.db.run(sql`insert into workflows (id, member_id, name) values (${id}, ${memberId}, ${name})`)
  const start = Math.floor(Date.now() / dayMs) * dayMs - 5 * dayMs
  // The first has 21 runs, the last 2.
  const runs = workflows.flatMap((workflow, i) =>
    Array.from({ length: 21 - i }, (_, n) => ({
      ...runAt(start + (n * 20 + i) * minuteMs, 10, 1),
      workflow,
    })),
  )
  const history: History = { runs, entries: [], mails: [], calls: [] }
  await insertHistory(server.db, history)
  await rollUp(server.db)
  // Created before the last runs of the day, and finished just now.
  const last = workflows.at(-1) as Workflow
  const late = Array.from({ length: 30 }, (_, n) => ({
    ...runAt(start + n, 0, 1),
    workflow: last,
    finishedAt: Date.now(),
  }))
  await insertHistory(server.db, { runs: late })
  const { ask } = openProcess()
  const question: Question = {
    scope: 'org',
    from: start - dayMs + 1,
    to: start + 2 * dayMs + 1,
    tz: 'UTC',
  }
  const everything = { ...history, runs: [...runs, ...late] }
  const everyone = { ...cast, workflows: [...cast.workflows, ...workflows] }
  const asked = { ...question, callerId: cast.members[0]?.id ?? '', cast: everyone }
  const { failedIds: _, ...executions } = countRuns(asked, everything)
  const first = (await ask(question)).executions
  expect(first).toEqual(executions)
  expect(first.topWorkflows[0]).toMatchObject({ name: 'Many 19', total: 32 })
  expect((await ask(question)).executions).toEqual(executions)
})

it('reads no roll-ups of days for which nothing is counted', async () => {
  const { ask, costOf } = openProcess()
  const to = Date.now() - dayMs
  const question: Question = { scope: 'me', from: to - 30 * dayMs, to, tz: 'Europe/Paris' }
  expect(await costOf(() => ask(question))).toEqual([2, 0])
})
