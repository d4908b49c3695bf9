// `npm run bench:executions -- [--seconds 8] [--clients 1,10,50]`
// From webhook call to stored execution: executions stored per second, p50 and p99 of the 202 response, memory. The load
// generator and the database run on the same machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { callPaced, callUnpaced } from '../load/loads.ts'
import { body, chain, short } from './graphs.ts'
import { publishHook, signIn, startProduct } from './product.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, clients: { type: 'string', default: '1,10,50' } },
})
const seconds = Number(values.seconds)
const counts = values.clients.split(',').map(Number)
const targetRates: Record<string, number> = { short: 1000, chain: 500 }
const maxP99 = 50

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-executions-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
// PostgreSQL may be stopped before the last of these connections is closed.
pool.on('error', () => undefined)
const product = await startProduct(postgres.url, folder)
let hasMissed = false

const nextCall = (url: string) => (n: number) => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: body(`order-${n}`),
})

async function measure(workflowId: string, hook: string, clients: number) {
  const startedAt = performance.now()
  const cpuBefore = await product.cpuMs()
  const result = await callUnpaced({ url: hook, clients, seconds, next: nextCall(hook) })
  const { accepted } = result
  const state = async () =>
    (
      await pool.query(
        `select count(*) filter (where status = 'succeeded') as done, count(*) as total from executions where workflow_id = $1`,
        [workflowId],
      )
    ).rows[0]
  const before = await state()
  for (;;) {
    const { done, total } = await state()
    if (done === total) break
    await sleep(50)
  }
  const elapsed = (performance.now() - startedAt) / 1000
  const cpu = ((await product.cpuMs()) - cpuBefore) / Math.max(1, accepted)
  return { accepted, elapsed, result, cpu, backlog: before.total - before.done }
}

try {
  const call = await signIn(product.url)
  for (const [name, graph] of Object.entries({ short, chain })) {
    const { id, hook } = await publishHook(call, product.url, name, graph)
    await measure(id, hook, Math.max(...counts))
    const report = (title: string, m: Awaited<ReturnType<typeof measure>>) => {
      const { p50, p99, failed } = m.result
      console.log(
        `${name.padEnd(6)} ${title}  ${(m.accepted / m.elapsed).toFixed(0).padStart(5)} executions/s stored   202: p50 ${p50} ms  p99 ${p99} ms   service CPU ${m.cpu.toFixed(2)} ms per execution   backlog at the end of the load ${m.backlog}   failed ${failed}`,
      )
      return { rate: m.accepted / m.elapsed, p99, failed }
    }
    const targetRate = targetRates[name] ?? 0
    const maxClients = Math.max(...counts)
    let fastest = { rate: 0, p99: Number.POSITIVE_INFINITY }
    for (const clients of counts) {
      const measured = report(
        `${String(clients).padStart(3)} clients, unpaced`,
        await measure(id, hook, clients),
      )
      if (clients === maxClients) fastest = measured
      if (measured.failed > 0) hasMissed = true
    }
    // Warm-up: the first calls of a new load generator are slow.
    const steady = { url: hook, clients: maxClients, rate: targetRate, next: nextCall(hook) }
    await callPaced({ ...steady, seconds: 1 })
    const paced = await callPaced({ ...steady, seconds })
    console.log(
      `${name.padEnd(6)} ${String(maxClients).padStart(3)} clients, ${targetRate}/s offered  ${(paced.accepted / paced.seconds).toFixed(0).padStart(5)}/s accepted   202: p50 ${paced.p50} ms  p99 ${paced.p99} ms   failed ${paced.failed}`,
    )
    const isFast = fastest.p99 < maxP99 && paced.p99 < maxP99
    const ok = fastest.rate >= targetRate && isFast && paced.failed === 0
    if (!ok) hasMissed = true
    console.log(
      `${name.padEnd(6)} ${fastest.rate.toFixed(0)}/s, target ${targetRate}/s; p99 ${fastest.p99} ms unpaced, ${paced.p99} ms at the target rate, target ${maxP99} ms: ${ok ? 'ok' : 'MISSED'}`,
    )
  }
  console.log(`peak memory of the service: ${await product.peakMb()} MB`)
} finally {
  await product.stop()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = hasMissed ? 1 : 0
