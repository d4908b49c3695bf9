import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { untilWaiting } from '#test/locks'
import { RunOwnershipLost, type StepRecord } from '../../../engine/index.ts'
import { newStep } from '../../../engine/step.ts'
import { type Database, openDatabase } from '../../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../../platform/db/faults.ts'
import { requireOwnTransaction } from '../../../platform/db/shared-transaction.ts'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { insertExecutions } from '../start.store.ts'
import { cancelWorkflowExecutions, endRuns } from './run-end.store.ts'
import { claimOpen, type OwnedRun } from './runs.store.ts'
import { createStepBatches, type EffectWork, type RunAttempt } from './step-batches.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let memberId: string

beforeAll(async () => {
  test = await testDatabase()
  db = openDatabase({
    url: test.url,
    connections: 6,
    name: 'runs',
    pipeline: true,
    onIdleError: () => undefined,
  })
  memberId = await createMember('ada@example.com')
  await test.db.run(sql`create table effects (run uuid not null, name text not null unique)`)
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

async function createMember(email: string) {
  const id = newId()
  await test.db.run(
    sql`insert into members (id, email, name, role) values (${id}, ${email}, ${email}, 'member')`,
  )
  return id
}

async function createRuns(count: number, more: { memberId?: string; workflowId?: string } = {}) {
  const workflowId = more.workflowId ?? newId()
  const ids = Array.from({ length: count }, newId)
  await insertExecutions(
    test.db,
    ids.map((id) => ({
      id,
      memberId: more.memberId ?? memberId,
      workflowId,
      versionId: newId(),
      mailboxId: null,
      messageId: null,
      simulated: false,
      parentId: null,
      rootId: null,
      depth: 0,
      triggerNodeId: 'hook',
      triggerType: 'trigger.webhook',
      retryOf: null,
      headline: null,
      content: '{}',
    })),
  )
  return ids
}

const claim = (owner: string, limits: Partial<Parameters<typeof claimOpen>[2]> = {}) =>
  claimOpen(test.db, owner, { defaultConcurrency: 100, limit: 100, maxPerMember: 100, ...limits })

const attemptOf = (owner: string) => (run: OwnedRun) =>
  ({ run, owner, startedAt: new Date().toISOString(), nextPart: 1, triggerData: {} }) satisfies RunAttempt

async function attempts(count: number): Promise<RunAttempt[]> {
  const ids = new Set(await createRuns(count))
  const owner = newId()
  return (await claim(owner)).filter(({ id }) => ids.has(id)).map(attemptOf(owner))
}

const steps = (): StepRecord[] => [{ ...newStep(0, '', 'row'), status: 'succeeded' }]
const write =
  (run: OwnedRun, name: string = newId()): EffectWork =>
  async (tx) => {
    await tx.run(sql`insert into effects (run, name) values (${run.id}, ${name})`)
    return steps()
  }

const shared = { batchKey: null, nodeKey: 'node' }
const stored = async (list: RunAttempt[]) => {
  const ids = list.map(({ run }) => run.id)
  const effects = await test.db.rows<{ run: string; tx: string }>(
    sql`select run, xmin::text as tx from effects where run = any (${ids}::uuid[])`,
  )
  const parts = await test.db.rows<{ run: string }>(
    sql`select execution_id as run from execution_parts where execution_id = any (${ids}::uuid[]) and part = 1`,
  )
  const sorted = (rows: { run: string }[]) => rows.map(({ run }) => run).sort()
  return {
    effects: sorted(effects),
    parts: sorted(parts),
    transactions: new Set(effects.map(({ tx }) => tx)),
  }
}
const idsOf = (list: RunAttempt[]) => list.map(({ run }) => run.id).sort()

it('commits the effects of different runs together, each with the record of its step', async () => {
  const list = await attempts(30)
  const { commit } = createStepBatches(db)
  await Promise.all(list.map((one) => commit(one, write(one.run), shared)))
  const { effects, parts, transactions } = await stored(list)
  expect(effects).toEqual(idsOf(list))
  expect(parts).toEqual(idsOf(list))
  expect(transactions.size).toBeLessThan(list.length)
  expect(list.map(({ nextPart }) => nextPart)).toEqual(list.map(() => 2))
})

it('lets one failing effect fail alone, and commits the others once', async () => {
  const list = await attempts(20)
  const { commit } = createStepBatches(db)
  const taken = newId()
  await test.db.run(sql`insert into effects (run, name) values (${newId()}, ${taken})`)
  const results = await Promise.allSettled(
    list.map((one, i) => commit(one, write(one.run, i === 7 ? taken : newId()), shared)),
  )
  const bad = list[7] as RunAttempt
  expect(results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([7])
  const good = idsOf(list.filter((one) => one !== bad))
  expect(await stored(list)).toMatchObject({ effects: good, parts: good })
  expect(bad.nextPart).toBe(1)
})

it('repeats an effect that PostgreSQL rolled back to end a deadlock', async () => {
  const list = await attempts(2)
  const { commit } = createStepBatches(db)
  const names = [newId(), newId()]
  for (const name of names)
    await test.db.run(sql`insert into effects (run, name) values (${newId()}, ${name})`)
  let locked = 0
  let calls = 0
  const lock = (name: string | undefined) => sql`select from effects where name = ${name} for update`
  const inOrder = (one: RunAttempt, order: string[]) =>
    commit(
      one,
      async (tx) => {
        calls++
        await tx.run(lock(order[0]))
        locked++
        await expect.poll(() => locked, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
        await tx.run(lock(order[1]))
        return write(one.run)(tx)
      },
      { batchKey: undefined, nodeKey: 'node' },
    )
  const [first, second] = list as [RunAttempt, RunAttempt]
  await Promise.all([inOrder(first, names), inOrder(second, names.toReversed())])
  expect(calls).toBeGreaterThan(2)
  expect(await stored(list)).toMatchObject({ effects: idsOf(list), parts: idsOf(list) })
})

it('leaves out a run that another process has taken over or that was cancelled', async () => {
  const list = await attempts(10)
  const { commit, save } = createStepBatches(db)
  const lost = list.slice(3, 5)
  await test.db.run(sql`update executions set epoch = epoch + 1 where id = any (${idsOf(lost)}::uuid[])`)
  const results = await Promise.allSettled(list.map((one) => commit(one, write(one.run), shared)))
  expect(results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
    expect.any(RunOwnershipLost),
    expect.any(RunOwnershipLost),
  ])
  const kept = idsOf(list.filter((one) => !lost.includes(one)))
  expect(await stored(list)).toMatchObject({ effects: kept, parts: kept })
  const saved = await Promise.allSettled(list.map((one) => save(one, steps(), false)))
  expect(saved.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})

it('records the steps of effects whose member is suspended before they commit', async () => {
  const suspended = await createMember('zoe@example.com')
  const ids = new Set(await createRuns(4, { memberId: suspended }))
  const owner = newId()
  const list = (await claim(owner)).filter(({ id }) => ids.has(id)).map(attemptOf(owner))
  const [single, ...batch] = list as [RunAttempt, ...RunAttempt[]]
  const { commit } = createStepBatches(db)
  const setStatus = (status: string) =>
    test.db.run(sql`update members set status = ${status} where id = ${suspended}`)
  const suspend =
    (run: OwnedRun): EffectWork =>
    async (tx) => {
      await setStatus('suspended')
      return write(run)(tx)
    }
  await Promise.all(batch.map((one) => commit(one, suspend(one.run), shared)))
  await setStatus('active')
  await commit(single, suspend(single.run), { batchKey: undefined, nodeKey: 'single' })
  expect(await stored(list)).toMatchObject({ effects: idsOf(list), parts: idsOf(list) })
})

it('commits all effects of a batch or none when its connection is cut', async () => {
  const list = await attempts(10)
  const { commit } = createStepBatches(db)
  const cut: EffectWork = async (tx) => {
    await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`)
    return steps()
  }
  const results = await Promise.allSettled(
    list.map((one, i) => commit(one, i === 9 ? cut : write(one.run), shared)),
  )
  const rejected = results.flatMap((one, i) =>
    one.status === 'rejected' ? [{ id: list[i]?.run.id, error: one.reason }] : [],
  )
  expect(rejected.length).toBeGreaterThan(1)
  expect(rejected.every(({ error }) => isDatabaseUnavailable(error))).toBe(true)
  const { effects, parts } = await stored(list)
  expect(effects).toEqual(parts)
  expect(effects.some((id) => rejected.some((one) => one.id === id))).toBe(false)
})

it('repeats an effect that waits for a lock in a transaction of its own, and does not keep the others', async () => {
  const list = await attempts(6)
  const { commit } = createStepBatches(db)
  const [waiting, ...others] = list as [RunAttempt, ...RunAttempt[]]
  const holder = await test.db.begin()
  await holder.run(sql`select pg_advisory_xact_lock(4711)`)
  const locked: EffectWork = async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(4711)`)
    return write(waiting.run)(tx)
  }
  const late = commit(waiting, locked, shared)
  await Promise.all(others.map((one) => commit(one, write(one.run), shared)))
  expect((await stored(list)).effects).toEqual(idsOf(others))
  await untilWaiting(test.db, 1)
  await holder.rollback()
  await late
  expect((await stored(list)).effects).toEqual(idsOf(list))
})

it('gives effects with the same key, and those that ask for it, transactions of their own', async () => {
  const list = await attempts(12)
  const { commit } = createStepBatches(db)
  const alone =
    (run: OwnedRun): EffectWork =>
    async (tx) => {
      requireOwnTransaction(tx)
      return write(run)(tx)
    }
  await Promise.all([
    ...list.slice(0, 6).map((one) => commit(one, write(one.run), { ...shared, batchKey: 'message' })),
    ...list.slice(6).map((one) => commit(one, alone(one.run), { ...shared, nodeKey: 'alone' })),
  ])
  expect((await stored(list)).effects).toEqual(idsOf(list))
  expect((await stored(list.slice(0, 6))).transactions.size).toBe(6)
  expect((await stored(list.slice(6))).transactions.size).toBe(6)
})

it('claims the runs of members in turn, however many one of them has waiting', async () => {
  const [bob, eve] = [await createMember('bob@example.com'), await createMember('eve@example.com')]
  const owner = newId()
  for (let n = 0; n < 3; n++) await createRuns(40, { memberId: eve })
  const [single] = await createRuns(1, { memberId: bob })
  const first = await claim(owner, { limit: 6, defaultConcurrency: 5 })
  expect(first.map((run) => run.id)).toContain(single)
  const [next] = await createRuns(1, { memberId: bob })
  // One slot: eve has older runs, but already five in progress.
  expect((await claim(owner, { limit: 1 })).map((run) => run.id)).toEqual([next])
  const rest = await claim(owner, { limit: 100, maxPerMember: 20 })
  expect(rest.filter((run) => run.memberId === eve)).toHaveLength(15)
})

it('ends runs while their workflow is deleted, without a deadlock', async () => {
  const owner = newId()
  for (let round = 0; round < 10; round++) {
    const workflowId = newId()
    await createRuns(300, { workflowId })
    const claimed = await claim(owner, { limit: 1_000, defaultConcurrency: 300, maxPerMember: 100_000 })
    const runs = claimed.filter((run) => run.workflowId === workflowId)
    const at = new Date().toISOString()
    const finished = runs
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .map(({ id, epoch }) => ({
        id,
        epoch,
        status: 'succeeded' as const,
        startedAt: at,
        finishedAt: at,
        activeMs: 1,
        part: 1,
        content: '[]',
      }))
    const [ended, cancelled] = await Promise.all([
      endRuns(db, owner, finished),
      cancelWorkflowExecutions(db, workflowId),
    ])
    expect(ended.length + cancelled.length).toBe(300)
  }
})
