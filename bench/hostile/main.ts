// `npm run bench:hostile -- [--megabytes 100] [--only '20 MB']`
// Mails that are made to break their reader, one after the other through the mirror: how long the event loop of this
// process was held up by each. The mail server and the database are processes of their own.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from '../../server/src/platform/db/sql.ts'
import { hostileMails } from '../../server/test/mail/hostile-messages.ts'
import { pause, until, withMirror } from '../new-mail/mirror.ts'

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
})
const wantedMs = 200
const resolution = 5

await withMirror(async (mirror, dovecot) => {
  mirror.start()
  const inbox = () => mirror.db.row(sql`select from folders where key = 'inbox' and mirrored_from = 1`)
  await until(async () => (await inbox()) !== undefined, 20)
  await pause(1_500)
  const set = hostileMails(Number(values.megabytes))
  const delays = monitorEventLoopDelay({ resolution })
  let worst = 0
  let most = 0
  for (const [name, source] of Object.entries(set)) {
    if (!name.includes(values.only)) continue
    const before = mirror.dispatched.length
    await dovecot.deliver('ada', source)
    // From here on: what this program does to write the mail is not the mirror's.
    delays.reset()
    delays.enable()
    const began = performance.now()
    await until(() => mirror.dispatched.length > before, 25)
    await pause(100)
    delays.disable()
    const held = Math.max(0, delays.max / 1e6 - resolution)
    worst = Math.max(worst, held)
    most = Math.max(most, process.memoryUsage().rss / 1024 / 1024)
    console.log(
      `${name.padEnd(40)} held up ${held.toFixed(0).padStart(5)} ms, in the mirror after ${(performance.now() - began).toFixed(0)} ms`,
    )
  }
  console.log(`worst ${worst.toFixed(0)} ms (wanted ${wantedMs}); memory at most ${most.toFixed(0)} MB`)
  if (worst > wantedMs) process.exitCode = 1
})
