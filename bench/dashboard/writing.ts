// `npm run bench:dashboard-writing -- [--pairs 10] [--turns 3] [--seconds 4]`
// What the dashboard adds to the cost of an execution, as a share of the CPU time of service and database per execution:
// counting it afterwards, and the index by which it is found. The index is measured in one database session that writes
// the rows of runs with and without it, in turns: turns of the whole product differ by more than the index costs. What it
// costs by vacuuming, or by sessions that wait for each other, is not measured. Target: under 3 % together.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { rollUp } from '../../server/src/slices/dashboard/roll-up.ts'
import { body, short } from '../executions/graphs.ts'
import { publishHook, signIn, startProduct } from '../executions/product.ts'
import { callUnpaced } from '../load/loads.ts'
import { cpuSeconds, watchProcessTree } from '../sync/processes.ts'

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const [pairs, turns, seconds] = [Number(values.pairs), Number(values.turns), Number(values.seconds)]
const [batches, batchSize] = [200, 50]
const maxShare = 0.03

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-writing-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const db = openDatabase({ url: postgres.url, connections: 2, name: 'bench', onIdleError: () => undefined })
const product = await startProduct(postgres.url, folder)
const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const database = watchProcessTree(postmaster)

// Only this one exists for the dashboard; otherwise an index of block ranges would do, by which retention finds old ones.
const withDashboard = [
  sql`drop index executions_finished`,
  sql`create index executions_finished on executions (finished_at) where finished_at is not null`,
]
const withoutDashboard = [
  sql`drop index executions_finished`,
  sql`create index executions_finished on executions using brin (finished_at)`,
]

const cpuMs = async () => (await product.cpuMs()) + database.cpu() * 1000

/** CPU time per execution in milliseconds. */
async function measure(hook: string) {
  const before = await cpuMs()
  const { accepted } = await callUnpaced({
    url: hook,
    clients: 50,
    seconds,
    next: (n) => ({
      url: hook,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body(`order-${n}`),
    }),
  })
  while (await db.row(sql`select from executions where finished_at is null limit 1`)) await sleep(20)
  return ((await cpuMs()) - before) / accepted
}

/** Rows of runs as webhooks and finished runs write them, some at a time. */
async function writeRuns(one: Database) {
  for (let batch = 0; batch < batches; batch++) {
    const rows = await one.rows<{ id: string }>(sql`
      insert into executions (id, member_id, workflow_id, version_id, status, trigger_node_id, trigger_type, created_at,
        started_at)
      select gen_random_uuid(), e.member_id, e.workflow_id, e.version_id, 'running', e.trigger_node_id, e.trigger_type,
        clock_timestamp(), clock_timestamp()
      from (select * from executions limit 1) e cross join generate_series(1, ${batchSize}::int)
      returning id`)
    await one.run(sql`
      update executions set status = 'succeeded', finished_at = clock_timestamp()
      where id = any (${rows.map(({ id }) => id)}::uuid[])`)
  }
}

/** CPU time in milliseconds and bytes of the log that a run costs the session that writes it. */
async function measureIndex(one: Database, pid: number) {
  const logSize = async () =>
    (await one.row<{ n: number }>(sql`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as n`))?.n ?? 0
  const [cpu, log] = [cpuSeconds(pid), Number(await logSize())]
  await writeRuns(one)
  const runs = batches * batchSize
  return { cpu: ((cpuSeconds(pid) - cpu) * 1000) / runs, log: (Number(await logSize()) - log) / runs }
}

/** CPU time of counting, here and in the one session that does it: what the database does beside it is not its cost. */
async function measureCounting(one: Database, pid: number) {
  const [session, own] = [cpuSeconds(pid), process.cpuUsage()]
  await rollUp(one, undefined, undefined, ['executions'])
  const { user, system } = process.cpuUsage(own)
  return (cpuSeconds(pid) - session) * 1000 + (user + system) / 1000
}

const change = async (statements: typeof withDashboard) => {
  for (const statement of statements) await db.run(statement)
}
const quantile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0
const median = (numbers: number[]) => quantile(numbers, 0.5)

let isStopped = false
const stop = async () => {
  if (!isStopped) await product.stop()
  isStopped = true
}

try {
  const { hook } = await publishHook(await signIn(product.url), product.url, 'short', short)
  // Nothing is counted until the end.
  await db.run(sql`update dashboard_progress set counted_until = 'infinity' where source = 'executions'`)
  await measure(hook)
  const costs: number[] = []
  for (let turn = 0; turn < turns; turn++) costs.push(await measure(hook))
  // The cheapest turn: whatever makes runs wait for each other makes them cost more, and the share smaller.
  const cost = Math.min(...costs)
  await stop()

  const one = openDatabase({ url: postgres.url, connections: 1, name: 'one', onIdleError: () => undefined })
  const { pid } = (await one.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)) ?? { pid: 0 }
  const [cpu, log]: [number[], number[]] = [[], []]
  await writeRuns(one)
  for (let pair = 0; pair < pairs; pair++) {
    const before = pair % 2 === 0 ? await measureIndex(one, pid) : undefined
    await change(withoutDashboard)
    const without = await measureIndex(one, pid)
    await change(withDashboard)
    const withIt = before ?? (await measureIndex(one, pid))
    cpu.push(withIt.cpu - without.cpu)
    log.push(withIt.log - without.log)
  }
  await db.run(sql`update dashboard_progress set counted_until = 'epoch' where source = 'executions'`)
  // The last minute is never counted.
  await sleep(61_000)
  const countingMs = await measureCounting(one, pid)
  const [{ n } = { n: 1 }] = await db.rows<{ n: number }>(sql`
    select count(*) as n from executions where finished_at < (
      select counted_until from dashboard_progress where source = 'executions')`)
  const counting = countingMs / n
  await one.close()
  const index = median(cpu)
  const share = (index + counting) / cost
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  const micros = (ms: number) => `${(ms * 1000).toFixed(1)} µs`
  console.log(
    `CPU per execution ${cost.toFixed(3)} ms, the cheapest of ${turns} turns up to ${Math.max(...costs).toFixed(3)} ms`,
  )
  console.log(
    `index: median ${micros(index)} of ${pairs} pairs, half of them between ${micros(quantile(cpu, 0.25))} and ${micros(quantile(cpu, 0.75))}, ${percent(index / cost)}; ${median(log).toFixed(0)} bytes of the log`,
  )
  console.log(`counting: ${micros(counting)} per execution, ${percent(counting / cost)}`)
  console.log(`together ${percent(share)}: ${share < maxShare ? 'ok' : 'MISSED'}`)
  process.exitCode = share < maxShare ? 0 : 1
} finally {
  database.stop()
  await stop()
  await db.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
