// `npm run bench:hostile -- [--megabytes 100] [--only '20 MB']`
// Mirrors messages designed to break a parser, one by one, and measures how long each blocks the event loop of this
// process. The mail server and the database are separate processes.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from '../../server/src/platform/db/sql.ts'
import { hostileMails } from '../../server/test/mail/hostile-messages.ts'
import { pause, until, withMirror } from '../new-mail/mirror.ts'

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
})
const targetMs = 200
const resolution = 5

await withMirror(async (mirror, dovecot) => {
  mirror.start()
  const inbox = () => mirror.db.row(sql`select from folders where key = 'inbox' and mirrored_from = 1`)
  await until(async () => (await inbox()) !== undefined, 20)
  await pause(1_500)
  const messages = hostileMails(Number(values.megabytes))
  const delays = monitorEventLoopDelay({ resolution })
  let worstMs = 0
  let peakMb = 0
  for (const [name, source] of Object.entries(messages)) {
    if (!name.includes(values.only)) continue
    const before = mirror.dispatched.length
    await dovecot.deliver('ada', source)
    // Start only now: the work of delivering the message does not count.
    delays.reset()
    delays.enable()
    const startedAt = performance.now()
    await until(() => mirror.dispatched.length > before, 25)
    await pause(100)
    delays.disable()
    const blockedMs = Math.max(0, delays.max / 1e6 - resolution)
    worstMs = Math.max(worstMs, blockedMs)
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1024 / 1024)
    console.log(
      `${name.padEnd(40)} event loop blocked ${blockedMs.toFixed(0).padStart(5)} ms, mirrored after ${(performance.now() - startedAt).toFixed(0)} ms`,
    )
  }
  console.log(
    `worst ${worstMs.toFixed(0)} ms, target ${targetMs} ms: ${worstMs > targetMs ? 'MISSED' : 'ok'}; peak memory ${peakMb.toFixed(0)} MB`,
  )
  if (worstMs > targetMs) process.exitCode = 1
})
