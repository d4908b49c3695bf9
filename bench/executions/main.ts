// `npm run bench:executions -- [--seconds 8] [--clients 1,10,50]`
// Webhook to finished, stored execution: executions/s stored, p50 and p99 of the 202, memory. The load generator and
// the database run on the same machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { callPaced, callWithoutPause } from '../load/loads.ts'
import { body, chain, short } from './graphs.ts'
import { publishHook, signIn, startProduct } from './product.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, clients: { type: 'string', default: '1,10,50' } },
})
const seconds = Number(values.seconds)
const counts = values.clients.split(',').map(Number)
const wanted: Record<string, number> = { short: 1000, chain: 500 }
const maxP99 = 50

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-executions-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
// PostgreSQL may be stopped before the last of these connections has gone.
pool.on('error', () => undefined)
const product = await startProduct(postgres.url, folder)
let isShort = false

const nextCall = (url: string) => (n: number) => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: body(`order-${n}`),
})

async function measure(workflowId: string, hook: string, clients: number) {
  const began = performance.now()
  const cpuBefore = await product.cpuMs()
  const result = await callWithoutPause({ url: hook, clients, seconds, next: nextCall(hook) })
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
  const elapsed = (performance.now() - began) / 1000
  const cpu = ((await product.cpuMs()) - cpuBefore) / Math.max(1, accepted)
  return { accepted, elapsed, result, cpu, backlog: before.total - before.done }
}

try {
  const call = await signIn(product.url)
  for (const [name, graph] of Object.entries({ short, chain })) {
    const { id, hook } = await publishHook(call, product.url, name, graph)
    await measure(id, hook, Math.max(...counts))
    const tell = (title: string, m: Awaited<ReturnType<typeof measure>>) => {
      const { p50, p99, failed } = m.result
      console.log(
        `${name.padEnd(6)} ${title}  ${(m.accepted / m.elapsed).toFixed(0).padStart(5)} executions/s stored   202: p50 ${p50} ms  p99 ${p99} ms   service CPU ${m.cpu.toFixed(2)} ms each   unfinished at the end of the load ${m.backlog}   failed ${failed}`,
      )
      return { rate: m.accepted / m.elapsed, p99, failed }
    }
    const least = wanted[name] ?? 0
    const most = Math.max(...counts)
    let fastest = { rate: 0, p99: Number.POSITIVE_INFINITY }
    for (const clients of counts) {
      const told = tell(
        `${String(clients).padStart(3)} clients, all they can`,
        await measure(id, hook, clients),
      )
      if (clients === most) fastest = told
      if (told.failed > 0) isShort = true
    }
    // The first calls of a load generator that has just begun are slow by themselves.
    const steady = { url: hook, clients: most, rate: least, next: nextCall(hook) }
    await callPaced({ ...steady, seconds: 1 })
    const paced = await callPaced({ ...steady, seconds })
    console.log(
      `${name.padEnd(6)} ${String(most).padStart(3)} clients, ${least}/s asked  ${(paced.accepted / paced.seconds).toFixed(0).padStart(5)} taken a second   202: p50 ${paced.p50} ms  p99 ${paced.p99} ms   failed ${paced.failed}`,
    )
    const isQuick = fastest.p99 < maxP99 && paced.p99 < maxP99
    const ok = fastest.rate >= least && isQuick && paced.failed === 0
    if (!ok) isShort = true
    console.log(
      `${name.padEnd(6)} wanted ${least}/s: ${fastest.rate.toFixed(0)}/s; p99 under ${maxP99} ms: ${fastest.p99} ms, at the wanted rate ${paced.p99} ms: ${ok ? 'ok' : 'SHORT'}`,
    )
  }
  console.log(`peak memory of the service ${await product.peakMb()} MB`)
} finally {
  await product.stop()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isShort ? 1 : 0
