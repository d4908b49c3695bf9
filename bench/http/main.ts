// `npm run bench:http -- [--seconds 4] [--rounds 5] [--clients 20]`
// Requests/s and p99 of an authenticated list of 50 rows and of a single write, compared with bare Fastify in the same run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { migrateJobs } from '../../server/src/platform/jobs/migrate-jobs.ts'
import { type Load, load, median, type Target } from './load.ts'
import { seed } from './seed.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '20' },
  },
})
const [seconds, rounds, clients] = [Number(values.seconds), Number(values.rounds), Number(values.clients)]
const targetRatio = 0.6

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const children: ChildProcess[] = []
function startChild(file: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [at(file), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const url = /ready at (\S+)/.exec(String(chunk))?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}`)))
  })
}

async function stopChild(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const summarise = (loads: Load[]) => ({
  perSecond: median(loads.map((l) => l.perSecond)),
  p50: median(loads.map((l) => l.p50)),
  p99: median(loads.map((l) => l.p99)),
})
const printLine = (name: string, loads: Load[]) => {
  const { perSecond, p50, p99 } = summarise(loads)
  console.log(
    `  ${name.padEnd(12)} ${perSecond.toFixed(0).padStart(6)} requests/s   p50 ${p50} ms   p99 ${p99} ms`,
  )
}

/** Alternates with the baseline, so that noise affects both. */
async function compare(title: string, ours: Target, bare: Target) {
  const results = { ours: [] as Load[], bare: [] as Load[] }
  await load(ours, clients, 1)
  await load(bare, clients, 1)
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await load(bare, clients, seconds))
    results.ours.push(await load(ours, clients, seconds))
  }
  const failed = [...results.ours, ...results.bare].reduce((n, l) => n + l.failed, 0)
  const ratio = median(results.ours.map((l, i) => l.perSecond / (results.bare[i]?.perSecond ?? Number.NaN)))
  console.log(`${title} (${clients} clients, ${rounds} rounds of ${seconds} s)`)
  printLine('bare', results.bare)
  printLine('mailwright', results.ours)
  const verdict = ratio >= targetRatio && failed === 0 ? 'ok' : 'MISSED'
  console.log(
    `  ratio ${(ratio * 100).toFixed(0)} %, target ${targetRatio * 100} %: ${verdict}; failed requests ${failed}`,
  )
  return verdict === 'ok'
}

const dataDir = await mkdtemp(join(tmpdir(), 'mw-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(postgres.url)
  await migrateJobs(postgres.url)
  const { reader, writer } = await seed(postgres.url)
  const ours = await startChild('../../server/src/main.js', [], {
    DATABASE_URL: postgres.url,
    PORT: '0',
    MAILWRIGHT_LIMIT_KEY_PER_MINUTE: '1000000',
  })
  const bareReader = await startChild('bare.ts', [postgres.url, reader.id])
  const bareWriter = await startChild('bare.ts', [postgres.url, writer.id])
  const path = '/api/v1/signatures'
  const oks = [
    await compare(
      'List of 50 rows, session',
      { url: `${ours}${path}`, method: 'GET', headers: reader.session },
      { url: `${bareReader}/list`, method: 'GET' },
    ),
    await compare(
      'List of 50 rows, API key',
      { url: `${ours}${path}`, method: 'GET', headers: reader.key },
      { url: `${bareReader}/list`, method: 'GET' },
    ),
    await compare(
      'Single write, session',
      { url: `${ours}${path}`, method: 'POST', headers: writer.session },
      { url: `${bareWriter}/write`, method: 'POST' },
    ),
  ]
  if (oks.includes(false)) process.exitCode = 1
} finally {
  await Promise.all(children.map(stopChild))
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
