import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { graphOf, set } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, finished, hook, publish } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type TestServer, testServer } from '../server.ts'

let here: TestServer
let ada: TestMember
const workers: ChildServer[] = []

beforeAll(async () => {
  here = await testServer()
  ada = await createMember(here)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill()
})
afterAll(async () => here.close())

async function startWorker() {
  const worker = await startChildServer({
    DATABASE_URL: here.databaseUrl,
    MAILWRIGHT_ROLES: 'worker',
    MAILWRIGHT_EXECUTION_MAX_STEPS: '1000000',
    MAILWRIGHT_EXECUTION_MAX_MB: '1000',
  })
  workers.push(worker)
  return worker
}

/** A run that only computes, for as many iterations of a few milliseconds as the body says. */
const computing = () =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      outer: ['flow.loop', { list: '{{ trigger.body.outer }}', max: 1000 }],
      inner: ['flow.loop', { list: '{{ trigger.body.inner }}', max: 1000 }],
      set: set({ n: '{{ count(map(trigger.body.inner, x => x * 2)) }}' }),
    },
    [
      ['hook', 'outer'],
      ['outer', 'inner', 'item'],
      ['inner', 'set', 'item'],
    ],
  )
const list = (length: number) => Array.from({ length }, (_, n) => n)

type State = { owner: string | null; crashes: number }
const stateOf = async (id: string): Promise<State> =>
  (await here.db.row<State>(sql`select owner, crashes from executions where id = ${id}`)) ?? {
    owner: null,
    crashes: -1,
  }

/** Waits until another process than `before` owns the run. */
async function claimed(id: string, before?: string | null) {
  let owner: string | null = null
  await expect
    .poll(async () => {
      owner = (await stateOf(id)).owner
      return owner !== null && owner !== before
    }, eventually)
    .toBe(true)
  return owner
}

it('a run that kills its process three times fails as crashed, and the run beside it succeeds', async () => {
  const endless = await hook(here, ada, await publish(ada, computing()))
  const short = await hook(here, ada, await publish(ada, computing()))
  const bad = await endless({ outer: list(1000), inner: list(1000) })
  const good = await short({ outer: list(20), inner: list(100) })
  let owner: string | null = null
  for (let deaths = 0; deaths < 3; deaths++) {
    const worker = await startWorker()
    owner = await claimed(bad, owner)
    await worker.kill()
    // Whoever dies beside it is charged once at most.
    expect((await stateOf(good)).crashes).toBeLessThanOrEqual(1)
  }
  await startWorker()
  const done = await finished(ada, bad)
  expect(done).toMatchObject({
    status: 'failed',
    error: {
      code: 'execution.crashed',
      message: expect.stringContaining('stopped unexpectedly 3 times'),
    },
  })
  const { body } = await ada.session('GET', '/api/v1/executions/incidents')
  expect(body.items).toContainEqual(expect.objectContaining({ executionId: bad }))
  expect(await finished(ada, good)).toMatchObject({ status: 'succeeded' })
}, 400_000)

it('a run that an orderly stop interrupts is not charged with a crash', async () => {
  const endless = await hook(here, ada, await publish(ada, computing()))
  const id = await endless({ outer: list(1000), inner: list(1000) })
  const worker = await startWorker()
  await claimed(id)
  expect(await worker.stop()).toBe(0)
  expect(await stateOf(id)).toEqual({ owner: null, crashes: 0 })
}, 200_000)
