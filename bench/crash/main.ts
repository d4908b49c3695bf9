// `npm run bench:crash -- [--kills 100] [--clients 20] [--only kills|suspension|database|poison]`
// Calls a webhook whose workflow inserts a row, while the service is killed, suspended, loses its database, or gets
// something that kills it. Every call answered with 202 must lead to exactly one finished execution and exactly one row,
// and nothing may kill the service more than three times.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { withTable } from '../executions/graphs.ts'
import { publishHook, signIn, startProduct } from '../executions/product.ts'
import { createCallers } from './callers.ts'
import { createCheck } from './check.ts'
import { killRepeatedly, restartDatabase, stopOneOfTwo } from './faults.ts'
import { endure, type Poison, type PoisonDeps, poisonedJob, poisonedMail, poisonedRun } from './poison.ts'
import { supervise } from './supervise.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    clients: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-crash-'))
let postgres = await startEmbeddedPostgres({ dataDir: folder })
const check = createCheck(postgres.url)
const start = (environment: Record<string, string> = {}) => startProduct(postgres.url, folder, environment)
let hasFailed = false
const maxDeaths = 3

/** A small heap, and limits that let a run make more than it holds. */
const startFragile = () =>
  start({
    NODE_OPTIONS: '--max-old-space-size=256',
    MAILWRIGHT_EXECUTION_MAX_STEPS: '1000000',
    MAILWRIGHT_EXECUTION_MAX_MB: '500',
    MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8',
    MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    MAILWRIGHT_LOG_LEVEL: 'silent',
  })

/** Injects something that kills the service, under load. */
async function poison(workflowId: string, path: string, clients: number, create: Create) {
  const callers = createCallers(path, clients)
  const service = supervise(startFragile)
  callers.start(() => service.product()?.url)
  await callers.next()
  const bad = await create({ databaseUrl: postgres.url, service })
  const { outcome, isRestWell } = await endure(bad)
  await callers.next()
  await callers.stop()
  const found = await check.wait(workflowId, callers.accepted)
  const deaths = service.deaths()
  await service.stop()
  const isGood = found.lost + found.twice + found.unfinished + found.failed + found.rowsWrong === 0
  const ok = isGood && isRestWell && deaths <= maxDeaths && /^(failed|stored without)/.test(outcome)
  if (!ok) hasFailed = true
  console.log(
    `${bad.title}: ${outcome}; the service died ${deaths} times; ${callers.accepted.size} calls accepted; lost ${found.lost}, duplicated ${found.twice}, unfinished ${found.unfinished}, wrong row count ${found.rowsWrong}, failed ${found.failed}; the rest ${isRestWell ? 'unaffected' : 'AFFECTED'}: ${ok ? 'ok' : 'FAILED'}`,
  )
}
type Create = (deps: PoisonDeps) => Promise<Poison>

try {
  const first = await start()
  const call = await signIn(first.url)
  await call('POST', '/api/v1/tables', {
    name: 'Calls',
    slug: 'calls',
    keyUnique: false,
    columns: [
      { label: 'Key', key: 'key' },
      { label: 'Total', key: 'total', type: 'number' },
    ],
  })
  const { id, hook } = await publishHook(call, first.url, 'Crash', withTable('calls'))
  await first.stop()
  const path = new URL(hook).pathname
  const clients = Number(values.clients)
  const faults = [
    {
      name: 'kills',
      title: `service killed with SIGKILL ${values.kills} times`,
      run: () =>
        killRepeatedly({
          start,
          kills: Number(values.kills),
          callers: createCallers(path, clients),
        }),
    },
    {
      name: 'suspension',
      title: 'one of two workers suspended and resumed',
      run: () => stopOneOfTwo({ start, callers: createCallers(path, clients) }),
    },
    {
      name: 'database',
      title: 'database restarted under load three times',
      run: () =>
        restartDatabase({
          start,
          callers: createCallers(path, clients),
          async restart() {
            await postgres.stop()
            postgres = await startEmbeddedPostgres({ dataDir: folder })
          },
        }),
    },
  ]
  const isChosen = (name: string) => values.only === undefined || values.only === name
  for (const { title, run } of faults.filter(({ name }) => isChosen(name))) {
    const { accepted, recoveries, stop } = await run()
    const endedAt = performance.now()
    const found = await check.wait(id, accepted)
    const finishedSeconds = ((performance.now() - endedAt) / 1000).toFixed(1)
    await stop()
    const worst = recoveries.length > 0 ? Math.max(...recoveries) : 0
    const ok =
      found.lost === 0 &&
      found.twice === 0 &&
      found.unfinished === 0 &&
      found.rowsWrong === 0 &&
      worst <= 10_000
    if (!ok) hasFailed = true
    console.log(
      `${title}: ${accepted.size} calls accepted; lost ${found.lost}, duplicated ${found.twice}, unfinished ${found.unfinished}, wrong row count ${found.rowsWrong}, failed ${found.failed}; slowest recovery ${(worst / 1000).toFixed(1)} s, finished ${finishedSeconds} s after the last call: ${ok ? 'ok' : 'FAILED'}`,
    )
  }
  for (const create of isChosen('poison') ? [poisonedRun, poisonedJob, poisonedMail] : [])
    await poison(id, path, 2, create)
} finally {
  await check.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = hasFailed ? 1 : 0
