// `npm run bench:new-mail -- [--mails 50]`
// From the delivery of a mail to its row in the mirror with the workflows called, both committed. About half a second
// of it is Dovecot's own: it tells IDLE of new mail after that time.
import { parseArgs } from 'node:util'
import { sql } from '../../server/src/platform/db/sql.ts'
import { plainMail } from '../../server/test/mail/messages.ts'
import { pause, until, withMirror } from './mirror.ts'

const { values } = parseArgs({ options: { mails: { type: 'string', default: '50' } } })
const mails = Number(values.mails)
const wantedMs = 1_000

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0

await withMirror(async (mirror, dovecot) => {
  mirror.start()
  await until(async () => {
    const row = await mirror.db.row(sql`select from folders where key = 'inbox' and mirrored_from = 1`)
    return row !== undefined
  }, 20)
  await pause(1_500)
  const times: number[] = []
  for (let n = 1; n <= mails; n++) {
    const began = performance.now()
    await dovecot.deliver('ada', plainMail({ seed: n }))
    await until(() => mirror.dispatched.length >= n, 2)
    times.push(performance.now() - began)
    // People's mail does not come on the beat of the server.
    await pause(50 + Math.random() * 300)
  }
  const rows = await mirror.db.rows(sql`select from messages`)
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99, max] = [at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)]
  console.log(
    `${mails} deliveries, ${rows.length} rows, ${mirror.dispatched.length} hand-overs: ` +
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms (wanted: max ${wantedMs} ms)`,
  )
  if (max > wantedMs || rows.length !== mails || mirror.dispatched.length !== mails) process.exitCode = 1
})
