// `npm run bench:sync -- [options]`
//   --messages 20000,200000     one mailbox with this many messages; with several sizes, the last is compared to the first
//   --mailboxes 20 --each 2500  several mailboxes instead
//   --kill-at 0.3               kills the service (SIGKILL) when this share is mirrored, and restarts it
//   --large-every 20            one in n messages has half a megabyte
//   --no-mbsync                 skips the comparison with mbsync
// How fast mailboxes are mirrored (parsed, threaded, searchable) with mail server and database on the same machine; when
// the first page is readable; and the peak resident memory of the service's process (the database is listed separately).
import { parseArgs } from 'node:util'
import { type Result, runScenario, type Stretch } from './scenario.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    mailboxes: { type: 'string', default: '1' },
    each: { type: 'string', default: '2500' },
    'kill-at': { type: 'string' },
    'large-every': { type: 'string', default: '0' },
    'no-mbsync': { type: 'boolean', default: false },
  },
})
const targets = { perSecond: 1_000, firstPageMs: 1_000, memoryMb: 400, slowdown: 0.8 }

const mailboxes = Number(values.mailboxes)
const sizes = (mailboxes > 1 ? values.each : values.messages).split(',').map(Number)

const perMessage = (seconds: number, count: number) => `${((seconds / count) * 1e6).toFixed(0)} µs`

const stretchOf = ({ rate, cpu }: Stretch) => `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs CPU per message)`

const linesOf = (result: Result) => {
  const { count, total, seconds, mbsync, stretches } = result
  const share =
    mbsync === undefined ? '' : `; the mirror takes ${(seconds / mbsync).toFixed(1)} times as long`
  return [
    `mbsync (no parsing, no database): ${mbsync === undefined ? 'not run' : `${mbsync.toFixed(1)} s`}${share}`,
    `connected after ${result.connectedMs.toFixed(0)} ms (both servers probed)`,
    `first page readable ${result.firstPageMs.toFixed(0)} ms later, target ${targets.firstPageMs} ms`,
    ...(mailboxes > 1
      ? [`first page of the slowest mailbox: ${result.slowestFirstPageMs.toFixed(0)} ms`]
      : []),
    `${count} of ${total} in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(0)} messages/s, target ${targets.perSecond}/s`,
    `early ${stretchOf(stretches.early)}, late ${stretchOf(stretches.late)}`,
    `CPU per message: service ${perMessage(result.serviceCpu, count)}, database ${perMessage(result.databaseCpu, count)}`,
    `peak memory: service ${result.servicePeakMb} MB, target ${targets.memoryMb} MB (${result.serviceIdleMb} MB idle); database ${result.databasePeakMb} MB`,
    result.wrong.length === 0 ? 'every message exactly once' : `WRONG COUNTS: ${result.wrong.join(', ')}`,
  ]
}

const meetsTargets = ({ wrong, count, seconds, firstPageMs, servicePeakMb }: Result) =>
  wrong.length === 0 &&
  count / seconds >= targets.perSecond &&
  firstPageMs <= targets.firstPageMs &&
  servicePeakMb <= targets.memoryMb

const rates: number[] = []
for (const each of sizes) {
  const result = await runScenario({
    mailboxes,
    each,
    largeEvery: Number(values['large-every']),
    killAt: values['kill-at'] === undefined ? undefined : Number(values['kill-at']),
    withMbsync: !values['no-mbsync'],
  })
  for (const line of linesOf(result)) console.log(`  ${line}`)
  if (!meetsTargets(result)) process.exitCode = 1
  rates.push(result.count / result.seconds)
}
const [first = 1, last = 1] = [rates[0], rates.at(-1)]
if (rates.length > 1) {
  console.log(`rate at ${sizes.at(-1)}: ${((last / first) * 100).toFixed(0)} % of that at ${sizes[0]}`)
  if (last < targets.slowdown * first) process.exitCode = 1
}
