// `npm run bench:dashboard-writing -- [--pairs 12] [--seconds 4]`
// What the dashboard adds to the cost of an execution: the CPU time of service and database per execution with and without
// its indexes, in short turns on one database, and the CPU time of counting them afterwards. Target: under 3 % together.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { rollUp } from '../../server/src/slices/dashboard/roll-up.ts'
import { body, short } from '../executions/graphs.ts'
import { publishHook, signIn, startProduct } from '../executions/product.ts'
import { callUnpaced } from '../load/loads.ts'
import { cpuSeconds, watchProcessTree } from '../sync/processes.ts'

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '12' }, seconds: { type: 'string', default: '4' } },
})
const [pairs, seconds] = [Number(values.pairs), Number(values.seconds)]
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

/** CPU time of counting, here and in the one session that does it: what the database does beside it is not its cost. */
async function measureCounting() {
  const one = openDatabase({ url: postgres.url, connections: 1, name: 'count', onIdleError: () => undefined })
  try {
    const { pid } = (await one.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)) ?? { pid: 0 }
    const [session, own] = [cpuSeconds(pid), process.cpuUsage()]
    await rollUp(one, undefined, undefined, ['executions'])
    const { user, system } = process.cpuUsage(own)
    return (cpuSeconds(pid) - session) * 1000 + (user + system) / 1000
  } finally {
    await one.close()
  }
}

const change = async (statements: typeof withDashboard) => {
  for (const statement of statements) await db.run(statement)
}
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

try {
  const { hook } = await publishHook(await signIn(product.url), product.url, 'short', short)
  // Nothing is counted until the end: the turns differ by the indexes alone.
  await db.run(sql`update dashboard_progress set counted_until = 'infinity' where source = 'executions'`)
  await measure(hook)
  const [withIt, without]: [number[], number[]] = [[], []]
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0
    if (first) withIt.push(await measure(hook))
    await change(withoutDashboard)
    without.push(await measure(hook))
    await change(withDashboard)
    if (!first) withIt.push(await measure(hook))
  }
  const ratios = withIt.map((cost, i) => cost / (without[i] ?? cost) - 1)
  await db.run(sql`update dashboard_progress set counted_until = 'epoch' where source = 'executions'`)
  const countingMs = await measureCounting()
  // The last minute is not counted yet.
  const [{ n } = { n: 1 }] = await db.rows<{ n: number }>(sql`
    select count(*) as n from executions where finished_at < (
      select counted_until from dashboard_progress where source = 'executions')`)
  const counting = countingMs / n
  const [cost, indexes] = [median([...without]), median([...ratios])]
  const share = indexes + counting / cost
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    `CPU per execution ${cost.toFixed(3)} ms without, ${median([...withIt]).toFixed(3)} ms with the indexes`,
  )
  console.log(
    `indexes: median ${percent(indexes)} of ${pairs} pairs, from ${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))}`,
  )
  console.log(`counting: ${(counting * 1000).toFixed(0)} µs per execution, ${percent(counting / cost)}`)
  console.log(`together ${percent(share)}: ${share < maxShare ? 'ok' : 'MISSED'}`)
  process.exitCode = share < maxShare ? 0 : 1
} finally {
  database.stop()
  await product.stop()
  await db.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
