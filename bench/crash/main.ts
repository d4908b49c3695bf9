// `npm run bench:crash -- [--kills 100] [--clients 20]`
// Calls a webhook whose workflow inserts a row, while the service is killed, suspended or loses its database. Every call
// answered with 202 must lead to exactly one finished execution and exactly one row.
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

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, clients: { type: 'string', default: '20' } },
})

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-crash-'))
let postgres = await startEmbeddedPostgres({ dataDir: folder })
const check = createCheck(postgres.url)
const start = (environment: Record<string, string> = {}) => startProduct(postgres.url, folder, environment)
let hasFailed = false

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
  const path = new URL(hook).pathname
  const clients = Number(values.clients)
  const faults = [
    {
      title: `service killed with SIGKILL ${values.kills} times`,
      run: () =>
        killRepeatedly({
          first,
          start,
          kills: Number(values.kills),
          callers: createCallers(path, clients),
        }),
    },
    {
      title: 'one of two workers suspended and resumed',
      run: () => stopOneOfTwo({ start, callers: createCallers(path, clients) }),
    },
    {
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
  for (const { title, run } of faults) {
    const { accepted, recoveries } = await run()
    const found = await check.wait(id, accepted)
    const worst = recoveries.length > 0 ? Math.max(...recoveries) : 0
    const ok =
      found.lost === 0 &&
      found.twice === 0 &&
      found.unfinished === 0 &&
      found.rowsWrong === 0 &&
      worst <= 10_000
    if (!ok) hasFailed = true
    console.log(
      `${title}: ${accepted.size} calls accepted; lost ${found.lost}, duplicated ${found.twice}, unfinished ${found.unfinished}, wrong row count ${found.rowsWrong}, failed ${found.failed}; slowest recovery ${(worst / 1000).toFixed(1)} s: ${ok ? 'ok' : 'FAILED'}`,
    )
  }
} finally {
  await check.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = hasFailed ? 1 : 0
