// `node bench/mime/main.ts [--mails 5000] [--workers 1] [--rounds 5]`
// Messages of 2 to 30 KB parsed per second by the pool, and the longest pause of the main thread. The rate per CPU
// second, over all threads, is stable on a busy machine.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sampleMail } from '../../server/src/protocols/mime/fixtures/sample-mails.ts'
import { createMimePool } from '../../server/src/protocols/mime/mime-pool.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '5000' },
    workers: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
  },
})
const [count, workers, rounds] = [Number(values.mails), Number(values.workers), Number(values.rounds)]
const target = 1_500

const mails = Array.from({ length: count }, (_, i) => sampleMail(i))
const kilobytes = mails.reduce((sum, mail) => sum + mail.length, 0) / 1024
const pool = createMimePool({ workers })
await pool.parseMany(mails.slice(0, 1_000))

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const rates: number[] = []
const before = process.cpuUsage()
for (let round = 0; round < rounds; round++) {
  const started = performance.now()
  await pool.parseMany(mails)
  rates.push((count * 1000) / (performance.now() - started))
}
const { user, system } = process.cpuUsage(before)
delay.disable()
await pool.close()

const median = rates.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
const rounded = rates.map((rate) => Math.round(rate)).join(' ')
console.log(`${count} messages of ${(kilobytes / count).toFixed(1)} KB on average, ${workers} worker(s)`)
console.log(`parsed: ${Math.round(median)}/s, target ${target}/s; rounds ${rounded}`)
console.log(`parsed: ${Math.round((count * rounds * 1e6) / (user + system))} per CPU second`)
console.log(
  `main thread: longest pause ${(delay.max / 1e6).toFixed(1)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
)
