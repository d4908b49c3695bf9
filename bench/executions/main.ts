// `npm run bench:executions -- [--seconds 8] [--clients 1,10,50] [--only row,http]`
// From webhook call to stored execution: executions stored per second, p50 and p99 of the 202 response, memory. The load
// generator and the database run on the same machine.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { callPaced, callUnpaced } from '../load/loads.ts'
import { type Call, publishHook, signIn, startProduct } from './product.ts'
import { createScenarios, nextCall, type Scenario } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    clients: { type: 'string', default: '1,10,50' },
    only: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const counts = values.clients.split(',').map(Number)
const maxP99 = { unpaced: 50, paced: 60 }
// As long as Linux keeps changed pages before it writes them out, so that each paced load has its share of that.
const pacedSeconds = Math.max(seconds, 30)

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-executions-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
// PostgreSQL may be stopped before the last of these connections is closed.
pool.on('error', () => undefined)
const slowServer = new Worker(new URL('slow-server.ts', import.meta.url))
const [slowUrl] = (await once(slowServer, 'message')) as [string]
const product = await startProduct(postgres.url, folder, { MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8' })
const scenarios = createScenarios(pool, slowUrl)
let hasMissed = false

const countRows = async (text: string, values: unknown[] = []) =>
  Number((await pool.query(text, values)).rows[0].n)
const countCommits = () =>
  countRows('select sum(xact_commit) as n from pg_stat_database where datname = current_database()')
// Sorted like the indexes: the planner would read the table otherwise, a third of a core while runs are worked off.
const countUnfinished = (workflowId: string, limit = 1_000_000) =>
  countRows(
    `select count(*) as n from (
      (select from executions where workflow_id = $1 and owner is null and not held and status in ('queued', 'running')
        order by workflow_id, created_at, id limit $2)
      union all (select from executions where workflow_id = $1 and owner is not null order by workflow_id, owner limit $2)
      union all (select from executions where workflow_id = $1 and held and status = 'queued' limit $2)) e`,
    [workflowId, limit],
  )
const findUnsuccessful = async (workflowId: string) =>
  (
    await pool.query(
      `select status, error ->> 'code' as code, count(*)::int from executions
        where workflow_id = $1 and status <> 'succeeded' group by 1, 2`,
      [workflowId],
    )
  ).rows

async function measure(workflowId: string, hook: string, clients: number) {
  const startedAt = performance.now()
  const cpuBefore = await product.cpuMs()
  const commitsBefore = await countCommits()
  const result = await callUnpaced({ url: hook, clients, seconds, next: nextCall(hook) })
  const { accepted } = result
  const backlog = await countUnfinished(workflowId)
  // Counting all of them every time would take a third of a core from the product.
  while ((await countUnfinished(workflowId, 1)) > 0) await sleep(50)
  const elapsed = (performance.now() - startedAt) / 1000
  const cpu = ((await product.cpuMs()) - cpuBefore) / Math.max(1, accepted)
  const commits = ((await countCommits()) - commitsBefore) / Math.max(1, accepted)
  const unsuccessful = await findUnsuccessful(workflowId)
  if (unsuccessful.length > 0) throw new Error(`executions did not succeed: ${JSON.stringify(unsuccessful)}`)
  return { accepted, elapsed, result, cpu, commits, backlog }
}

function report(name: string, title: string, m: Awaited<ReturnType<typeof measure>>) {
  const { p50, p99, failed } = m.result
  const rate = m.accepted / m.elapsed
  console.log(
    `${name.padEnd(6)} ${title}  ${rate.toFixed(0).padStart(5)} executions/s stored   202: p50 ${p50} ms  p99 ${p99} ms   service CPU ${m.cpu.toFixed(2)} ms, ${m.commits.toFixed(2)} transactions per execution   backlog at the end of the load ${m.backlog}   failed ${failed}`,
  )
  return { rate, p99, failed }
}

async function runScenario(call: Call, name: string, { graph, target, paced: rate, clients }: Scenario) {
  const { id, hook } = await publishHook(call, product.url, name, await graph(call))
  const most = clients ?? Math.max(...counts)
  await measure(id, hook, most)
  let fastest = { rate: 0, p99: Number.POSITIVE_INFINITY }
  for (const count of clients ? [...counts.filter((one) => one < clients), clients] : counts) {
    const title = `${String(count).padStart(3)} clients, unpaced`
    const measured = report(name, title, await measure(id, hook, count))
    if (count === most) fastest = measured
    if (measured.failed > 0) hasMissed = true
  }
  // Warm-up: the first calls of a new load generator are slow.
  const steady = { url: hook, clients: most, rate, next: nextCall(hook) }
  await callPaced({ ...steady, seconds: 1 })
  const paced = await callPaced({ ...steady, seconds: pacedSeconds })
  console.log(
    `${name.padEnd(6)} ${String(most).padStart(3)} clients, ${rate}/s offered  ${(paced.accepted / paced.seconds).toFixed(0).padStart(5)}/s accepted   202: p50 ${paced.p50} ms  p99 ${paced.p99} ms   failed ${paced.failed}`,
  )
  const isFast = fastest.p99 < maxP99.unpaced && paced.p99 < maxP99.paced
  const ok = fastest.rate >= target && isFast && paced.failed === 0
  if (!ok) hasMissed = true
  console.log(
    `${name.padEnd(6)} ${fastest.rate.toFixed(0)}/s, target ${target}/s; p99 ${fastest.p99} ms unpaced, target ${maxP99.unpaced}; ${paced.p99} ms at ${rate}/s, target ${maxP99.paced}: ${ok ? 'ok' : 'MISSED'}`,
  )
}

try {
  const call = await signIn(product.url)
  const chosen = values.only?.split(',') ?? Object.keys(scenarios)
  for (const [name, scenario] of Object.entries(scenarios))
    if (chosen.includes(name)) await runScenario(call, name, scenario)
  console.log(`peak memory of the service: ${await product.peakMb()} MB`)
} finally {
  await product.stop()
  await slowServer.terminate()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = hasMissed ? 1 : 0
