// `npm run bench:backlog -- [--waiting 50000] [--seconds 8] [--rounds 3]`
// The p99 of a webhook call, of GET /me and of the thread list with many runs of another member waiting, compared with an
// empty queue: once with a workflow at its concurrency limit, once with one that is worked off as fast as possible. Then
// how long a single run takes beside twice as many waiting runs. Targets: at most 1.5 times as long, and one second.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { callPaced } from '../load/loads.ts'
import { signIn } from '../load/sign-in.ts'
import { body, http, short } from './graphs.ts'
import { createCall, publishHook, startProduct } from './product.ts'

const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '50000' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
})
const [waiting, seconds, rounds] = [Number(values.waiting), Number(values.seconds), Number(values.rounds)]
const maxRatio = 1.5
const maxDelayMs = 1_000

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-backlog-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const slowServer = new Worker(new URL('slow-server.ts', import.meta.url))
const [slowUrl] = (await once(slowServer, 'message')) as [string]
const product = await startProduct(postgres.url, folder, { MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8' })
const db = openDatabase({ url: postgres.url, connections: 2, name: 'bench', onIdleError: () => undefined })
const { url } = product

async function createMember(name: string) {
  const memberId = newId()
  await db.run(
    sql`insert into members (id, email, name, role) values (${memberId}, ${`${name}@bench.test`}, ${name}, 'member')`,
  )
  const headers = await signIn(db, memberId)
  return { headers, call: createCall(url, headers) }
}

/** As if so many calls had been accepted. */
const addWaiting = (workflowId: string, count: number) =>
  db.run(sql`
    with added as (
      insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type)
      select gen_random_uuid(), w.member_id, w.id, v.id, 'hook', 'trigger.webhook'
      from workflows w join workflow_versions v on v.workflow_id = w.id and v.published_at is not null,
        generate_series(1, ${count}::int)
      where w.id = ${workflowId} returning id)
    insert into execution_parts (execution_id, part, content) select id, 0, ${body('waiting')} from added`)

const removeWaiting = (workflowId: string) =>
  db.run(sql`
    update executions set status = 'cancelled', finished_at = now(), epoch = epoch + 1, owner = null, wake_at = null
    where id in (
      -- In the order in which the service locks runs.
      select id from executions where workflow_id = ${workflowId} and finished_at is null order by id for update)`)

const countWaiting = async (workflowId: string) =>
  (
    await db.row<{ count: number }>(
      sql`select count(*) as count from executions where workflow_id = ${workflowId} and finished_at is null`,
    )
  )?.count ?? 0

type Figures = Record<string, number>

const noisy = await createMember('noisy')
const other = await createMember('other')
const limited = await publishHook(noisy.call, url, 'Limited', http(`${slowUrl}?ms=200`))
await noisy.call('PATCH', `/api/v1/workflows/${limited.id}`, { maxConcurrency: 5 })
const fast = await publishHook(noisy.call, url, 'Fast', short)
const single = await publishHook(other.call, url, 'Single', short)
const json = { 'content-type': 'application/json' }
const kinds = {
  '202': () => ({ url: single.hook, method: 'POST', headers: json, body: body('one') }),
  '/me': () => ({ url: `${url}/api/v1/me`, method: 'GET', headers: other.headers }),
  '/threads': () => ({ url: `${url}/api/v1/threads`, method: 'GET', headers: other.headers }),
}

async function measure(): Promise<Figures> {
  const entries = Object.entries(kinds).map(async ([kind, next]) => {
    const { p99, failed } = await callPaced({ url, clients: 5, rate: 50, seconds, next })
    return [kind, failed > 0 ? Number.POSITIVE_INFINITY : p99] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function compare(title: string, workflowId: string) {
  const results: { empty: Figures; behind: Figures; left: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const empty = await measure()
    await addWaiting(workflowId, waiting)
    await db.run(sql`analyze executions`)
    // The calls would have come over a longer time: what writing them at once left to the disk is not measured.
    await promisify(execFile)('sync')
    await sleep(3_000)
    const behind = await measure()
    results.push({ empty, behind, left: await countWaiting(workflowId) })
    await removeWaiting(workflowId)
    await sleep(2_000)
  }
  const oks = Object.keys(kinds).map((kind) => {
    const at = (side: 'empty' | 'behind') => median(results.map((result) => result[side][kind] ?? 0))
    const ratio = at('behind') / at('empty')
    console.log(
      `${title.padEnd(34)} ${kind.padEnd(8)} p99 ${at('empty')} ms with an empty queue, ${at('behind')} ms with ${waiting} runs waiting: ${ratio.toFixed(1)} times: ${ratio <= maxRatio ? 'ok' : 'MISSED'}`,
    )
    return ratio <= maxRatio
  })
  console.log(`${title.padEnd(34)} left waiting at the end: ${results.map(({ left }) => left).join(', ')}`)
  return !oks.includes(false)
}

/** From the call to the end of the run. */
async function runSingle() {
  const startedAt = performance.now()
  const reply = await fetch(single.hook, { method: 'POST', headers: json, body: body('single') })
  const { executionId } = (await reply.json()) as { executionId: string }
  for (;;) {
    const found = await db.row(sql`select from executions where id = ${executionId} and status = 'succeeded'`)
    if (found) return performance.now() - startedAt
    await sleep(5)
  }
}

async function delayed(title: string, workflowId: string) {
  await addWaiting(workflowId, 2 * waiting)
  await sleep(1_000)
  const times: number[] = []
  for (let n = 0; n < 20; n++) times.push(await runSingle())
  const left = await countWaiting(workflowId)
  await removeWaiting(workflowId)
  const longest = Math.max(...times)
  console.log(
    `${title.padEnd(34)} a single run of another member takes ${median(times).toFixed(0)} ms, at most ${longest.toFixed(0)} ms, with ${2 * waiting} runs waiting (${left} left): ${longest <= maxDelayMs ? 'ok' : 'MISSED'}`,
  )
  return longest <= maxDelayMs
}

try {
  await measure()
  const oks = [
    await compare('a workflow at its limit', limited.id),
    await compare('a workflow that is worked off', fast.id),
    await delayed('a workflow at its limit', limited.id),
    await delayed('a workflow that is worked off', fast.id),
  ]
  if (oks.includes(false)) process.exitCode = 1
} finally {
  await db.close()
  await product.stop()
  await slowServer.terminate()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
