// `npm run bench:new-mail -- [--mails 50]`
// Time from the delivery of a message until its row and its dispatch to workflows are committed. About half a second of
// it is Dovecot's delay before IDLE reports new mail.
import { parseArgs } from 'node:util'
import { sql } from '../../server/src/platform/db/sql.ts'
import { plainMail } from '../../server/test/mail/messages.ts'
import { pause, until, withMirror } from './mirror.ts'

const { values } = parseArgs({ options: { mails: { type: 'string', default: '50' } } })
const mails = Number(values.mails)
const targetMs = 1_000

const percentile = (sorted: number[], part: number) =>
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
    const startedAt = performance.now()
    await dovecot.deliver('ada', plainMail({ seed: n }))
    await until(() => mirror.dispatched.length >= n, 2)
    times.push(performance.now() - startedAt)
    // Vary the interval, so that deliveries are not in step with the server.
    await pause(50 + Math.random() * 300)
  }
  const rows = await mirror.db.rows(sql`select from messages`)
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99, max] = [percentile(sorted, 0.5), percentile(sorted, 0.99), percentile(sorted, 1)]
  console.log(
    `${mails} deliveries, ${rows.length} rows, ${mirror.dispatched.length} dispatches: ` +
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms, target ${targetMs} ms`,
  )
  if (max > targetMs || rows.length !== mails || mirror.dispatched.length !== mails) process.exitCode = 1
})
