// `npm run bench:crash -- [--kills 100] [--clients 20]`
// Calls of a webhook whose workflow writes a row, while the service is killed, stopped or without its database. Every
// call that was answered 202 must end in exactly one finished execution with exactly one row.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { withTable } from '../executions/graphs.ts'
import { publishHook, signIn, startProduct } from '../executions/product.ts'
import { createCallers } from './callers.ts'
import { createCheck } from './check.ts'
import { killAgainAndAgain, restartDatabase, stopOneOfTwo } from './faults.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, clients: { type: 'string', default: '20' } },
})

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-crash-'))
let postgres = await startEmbeddedPostgres({ dataDir: folder })
const check = createCheck(postgres.url)
const start = (environment: Record<string, string> = {}) => startProduct(postgres.url, folder, environment)
let isBad = false

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
  const stories = [
    {
      title: `killed with -9 ${values.kills} times`,
      tell: () =>
        killAgainAndAgain({
          first,
          start,
          kills: Number(values.kills),
          callers: createCallers(path, clients),
        }),
    },
    {
      title: 'one of two workers stopped and woken',
      tell: () => stopOneOfTwo({ start, callers: createCallers(path, clients) }),
    },
    {
      title: 'the database restarted under load, three times',
      tell: () =>
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
  for (const { title, tell } of stories) {
    const { accepted, recoveries } = await tell()
    const found = await check.wait(id, accepted)
    const worst = recoveries.length > 0 ? Math.max(...recoveries) : 0
    const ok =
      found.lost === 0 &&
      found.twice === 0 &&
      found.unfinished === 0 &&
      found.rowsWrong === 0 &&
      worst <= 10_000
    if (!ok) isBad = true
    console.log(
      `${title}: ${accepted.size} calls answered 202; lost ${found.lost}, finished twice ${found.twice}, unfinished ${found.unfinished}, rows not exactly one ${found.rowsWrong}, failed ${found.failed}; slowest recovery ${(worst / 1000).toFixed(1)} s: ${ok ? 'ok' : 'BAD'}`,
    )
  }
} finally {
  await check.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isBad ? 1 : 0
