// `npm run bench:intake -- [--clients 200] [--seconds 8] [--rounds 4]`
// Webhook calls without a pause, beside a bare server that parses and stores them and does nothing else, in turns in one
// run: accepted calls per second, p99 of the 202, CPU time of the server per call. Each call starts a run that makes an
// HTTP call.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { processCpuMs } from '../inbox/cpu.ts'
import { callUnpaced } from '../load/loads.ts'
import { http } from './graphs.ts'
import { publishHook, signIn, startProduct } from './product.ts'
import { nextCall } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
  },
})
const [clients, seconds, rounds] = [Number(values.clients), Number(values.seconds), Number(values.rounds)]

async function startBare(databaseUrl: string) {
  const program = fileURLToPath(new URL('bare-intake.ts', import.meta.url))
  const child = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url: /ready at (\S+)/.exec(String(line))?.[1] ?? '', pid: child.pid ?? 0, stop }
}

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-intake-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
pool.on('error', () => undefined)
const slowServer = new Worker(new URL('slow-server.ts', import.meta.url))
const [slowUrl] = (await once(slowServer, 'message')) as [string]
const product = await startProduct(postgres.url, folder, { MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8' })
const bare = await startBare(postgres.url)

const isIdle = async () =>
  (await pool.query('select from executions where finished_at is null limit 1')).rows.length === 0
async function load(url: string, pid: number) {
  const before = processCpuMs(pid)
  const result = await callUnpaced({ url, clients, seconds, next: nextCall(url) })
  return { ...result, cpu: (processCpuMs(pid) - before) / result.accepted }
}
const describe = ({ accepted, seconds, p50, p99, failed, cpu }: Awaited<ReturnType<typeof load>>) =>
  `${(accepted / seconds).toFixed(0).padStart(5)}/s  p50 ${p50} ms  p99 ${p99} ms  CPU ${cpu.toFixed(3)} ms  failed ${failed}`

try {
  const { hook } = await publishHook(await signIn(product.url), product.url, 'intake', http(slowUrl))
  for (let round = 0; round <= rounds; round++) {
    const stored = await load(bare.url, bare.pid)
    const taken = await load(hook, product.pid)
    while (!(await isIdle())) await sleep(100)
    const ratio = (taken.p99 / stored.p99).toFixed(2)
    const title = round === 0 ? 'warm-up' : `round ${round}`
    console.log(
      `${title}  bare ${describe(stored)}   product ${describe(taken)}   p99 ${ratio} times the bare one`,
    )
  }
} finally {
  await bare.stop()
  await product.stop()
  await slowServer.terminate()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
