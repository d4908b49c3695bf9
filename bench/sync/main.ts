// `npm run bench:sync -- [options]`
//   --messages 20000,200000     one mailbox of so many messages; of several sizes the last is held against the first
//   --mailboxes 20 --each 2500  so many mailboxes of so many messages instead
//   --kill-at 0.3               kills the service (SIGKILL) when that share is mirrored, and starts it again
//   --large-every 20            one message in so many carries half a megabyte
//   --no-mbsync                 without mbsync beside it
// How fast mailboxes are complete in the mirror (parsed, threaded, searchable) with mail server and database on the
// same machine; when the first page can be read; and what the service's process holds at most (resident memory of
// the node process; the database's processes are told apart).
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
const wanted = { perSecond: 1_000, firstPageMs: 1_000, memoryMb: 400, slowdown: 0.8 }

const mailboxes = Number(values.mailboxes)
const sizes = (mailboxes > 1 ? values.each : values.messages).split(',').map(Number)

const perMessage = (seconds: number, count: number) => `${((seconds / count) * 1e6).toFixed(0)} µs`

const stretchOf = ({ rate, cpu }: Stretch) =>
  `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs of processor a message)`

const linesOf = (result: Result) => {
  const { count, total, seconds, mbsync, stretches } = result
  const share =
    mbsync === undefined ? '' : `; the mirror takes ${(seconds / mbsync).toFixed(1)} times as long`
  return [
    `mbsync, no parsing and no database: ${mbsync === undefined ? 'not run' : `${mbsync.toFixed(1)} s`}${share}`,
    `connected after ${result.connectedMs.toFixed(0)} ms (both servers probed)`,
    `first page readable ${result.firstPageMs.toFixed(0)} ms after that (wanted ${wanted.firstPageMs})`,
    ...(mailboxes > 1
      ? [`the slowest mailbox's first page: ${result.slowestFirstPageMs.toFixed(0)} ms`]
      : []),
    `${count} of ${total} in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(0)} messages/s (wanted ${wanted.perSecond})`,
    `early ${stretchOf(stretches.early)}, late ${stretchOf(stretches.late)}`,
    `processor a message: service ${perMessage(result.serviceCpu, count)}, database ${perMessage(result.databaseCpu, count)}`,
    `memory: service at most ${result.servicePeakMb} MB (wanted ${wanted.memoryMb}; ${result.serviceIdleMb} MB before), database ${result.databasePeakMb} MB`,
    result.wrong.length === 0 ? 'every message exactly once' : `WRONG: ${result.wrong.join(', ')}`,
  ]
}

const isGood = ({ wrong, count, seconds, firstPageMs, servicePeakMb }: Result) =>
  wrong.length === 0 &&
  count / seconds >= wanted.perSecond &&
  firstPageMs <= wanted.firstPageMs &&
  servicePeakMb <= wanted.memoryMb

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
  if (!isGood(result)) process.exitCode = 1
  rates.push(result.count / result.seconds)
}
const [first = 1, last = 1] = [rates[0], rates.at(-1)]
if (rates.length > 1) {
  console.log(`rate at ${sizes.at(-1)}: ${((last / first) * 100).toFixed(0)} % of that at ${sizes[0]}`)
  if (last < wanted.slowdown * first) process.exitCode = 1
}
