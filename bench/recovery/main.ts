// `npm run bench:recovery -- [--only database|silent|signals|suspended|log]`
// How long the service takes to end, to come back, or to take over after a fault, and how much it logs meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readPostmasterFile } from '../../server/src/platform/db/embedded/cluster-files.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { listPostgresIn } from '../../server/src/platform/db/embedded/processes.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { createCallers } from '../crash/callers.ts'
import { withTable } from '../executions/graphs.ts'
import { publishHook, signIn, startProduct } from '../executions/product.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
let hasFailed = false

const secondsSince = (at: number) => (performance.now() - at) / 1000

async function until(isTrue: () => boolean | Promise<boolean>, maxMs = 180_000) {
  const deadline = Date.now() + maxMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('this took too long')
    await sleep(20)
  }
}

function report(what: string, value: number, unit: string, limit: number) {
  const ok = value <= limit
  if (!ok) hasFailed = true
  console.log(`${what}: ${value.toFixed(1)} ${unit} (at most ${limit}): ${ok ? 'ok' : 'FAILED'}`)
}

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'mw-recovery-'))
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await until(() => listPostgresIn(join(folder, 'postgres')).length === 0)
    await rm(folder, { recursive: true, force: true })
  }
}

const postmasterOf = (folder: string) => readPostmasterFile(join(folder, 'postgres'))?.pid ?? 0
const readiness = async (url: string) => (await fetch(new URL('/readyz', url))).status

/** PostgreSQL cannot be started again: with the setting of two seconds, the process ends two seconds later. */
const giveUp = () =>
  inFolder(async (folder) => {
    const server = await startChildServer({
      MAILWRIGHT_DATA_DIR: folder,
      MAILWRIGHT_DATABASE_WAIT_SECONDS: '2',
    })
    const control = join(folder, 'postgres', 'global', 'pg_control')
    await rename(control, `${control}.away`)
    const ended = once(server.process, 'close')
    const at = performance.now()
    process.kill(postmasterOf(folder), 'SIGKILL')
    await ended
    report('the database cannot be restarted: the process ends after', secondsSince(at), 's', 15)
    if (server.process.exitCode === 0) throw new Error('the exit status says that all is well')
  })

/** A postmaster that is up and accepts no connections. */
const replaceSilent = () =>
  inFolder(async (folder) => {
    const server = await startChildServer({
      MAILWRIGHT_DATA_DIR: folder,
      MAILWRIGHT_DATABASE_WAIT_SECONDS: '10',
    })
    const before = postmasterOf(folder)
    const at = performance.now()
    process.kill(before, 'SIGSTOP')
    await until(() => ![0, before].includes(postmasterOf(folder)))
    await until(async () => (await readiness(server.url)) === 200)
    report('a server that accepts no connections (limit 10 s): replaced after', secondsSince(at), 's', 40)
    await server.stop()
  })

/** A signal for npm ends npm, the service and the database. */
async function endNpm() {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)
    await inFolder(async (folder) => {
      const npm = spawn('npm', ['start'], {
        cwd: fileURLToPath(new URL('../../', import.meta.url)),
        env: { ...process.env, MAILWRIGHT_WEB_APP: 'off', PORT: '0', MAILWRIGHT_DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let output = ''
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk
      })
      await until(() => output.includes('Mailwright is ready'))
      const at = performance.now()
      npm.kill(signal)
      await until(() => listPostgresIn(join(folder, 'postgres')).length === 0)
      report(`npm start gets ${signal}: everything has ended after`, secondsSince(at), 's', 15)
    })
}

type Scene = { databaseUrl: string; folder: string; path: string; workflowId: string }

async function withWorkflow(work: (scene: Scene) => Promise<void>) {
  await inFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ dataDir: folder })
    try {
      const first = await startProduct(postgres.url, folder)
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
      const { id, hook } = await publishHook(call, first.url, 'Recovery', withTable('calls'))
      await first.stop()
      await work({ databaseUrl: postgres.url, folder, path: new URL(hook).pathname, workflowId: id })
    } finally {
      await postgres.stop()
    }
  })
}

/** A worker is suspended while it holds a transaction; the runs accepted before must all finish elsewhere. */
const takeOver = () =>
  withWorkflow(async ({ databaseUrl, folder, path, workflowId }) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const worst: number[] = []
    for (let round = 0; round < 3; round++) {
      const api = await startProduct(databaseUrl, folder, { MAILWRIGHT_ROLES: 'api' })
      const worker = await startProduct(databaseUrl, folder, { MAILWRIGHT_ROLES: 'worker' })
      const callers = createCallers(path, 10)
      callers.start(() => api.url)
      const holdsTransaction = async () => {
        worker.child.kill('SIGSTOP')
        // What the server still executes is over after a moment.
        await sleep(300)
        const { rows } = await client.query(
          "select from pg_stat_activity where state like 'idle in transaction%' and application_name like 'mailwright%'",
        )
        if (rows.length === 0) worker.child.kill('SIGCONT')
        return rows.length > 0
      }
      await sleep(1_000)
      await until(holdsTransaction)
      const at = performance.now()
      await callers.stop()
      const other = await startProduct(databaseUrl, folder, { MAILWRIGHT_ROLES: 'worker' })
      await until(async () => {
        const { rows } = await client.query(
          "select from executions where workflow_id = $1 and status in ('queued', 'running') limit 1",
          [workflowId],
        )
        return rows.length === 0
      })
      worst.push(secondsSince(at))
      worker.child.kill('SIGCONT')
      for (const product of [worker, other, api]) await product.stop()
    }
    await client.end()
    report(
      'a suspended process holds a transaction: its runs are finished after',
      Math.max(...worst),
      's',
      25,
    )
  })

/** The log of twenty seconds without a database, under load, at the default level: no line per request. */
const logMeanwhile = () =>
  inFolder(async (folder) => {
    let postgres = await startEmbeddedPostgres({ dataDir: folder })
    const server = await startChildServer({ DATABASE_URL: postgres.url })
    await postgres.stop()
    const before = server.output().length
    const endAt = Date.now() + 20_000
    let calls = 0
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (Date.now() < endAt) {
          await fetch(new URL('/hooks/wf/unknown', server.url), { method: 'POST', body: '{}' })
          calls++
        }
      }),
    )
    const kb = (server.output().length - before) / 1024
    console.log(`${calls} calls without a database in 20 s`)
    report('they logged', kb, 'kB', 200)
    postgres = await startEmbeddedPostgres({ dataDir: folder })
    const at = performance.now()
    await until(async () => (await readiness(server.url)) === 200)
    report('ready again after', secondsSince(at), 's', 5)
    await server.stop()
    await postgres.stop()
  })

const faults = {
  database: giveUp,
  silent: replaceSilent,
  signals: endNpm,
  suspended: takeOver,
  log: logMeanwhile,
}
for (const [name, run] of Object.entries(faults))
  if (values.only === undefined || values.only === name) await run()
process.exitCode = hasFailed ? 1 : 0
