// npm run bench:sending-faults [-- --mails 1000 --faults 0.25]
// Sends messages through a faulty server with crashing workers: none may be accepted twice or lost silently.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { migrateJobs } from '../../server/src/platform/jobs/migrate-jobs.ts'
import { countOpen, type Ended, openOutbox, queueMails, readAll, skipBackoff } from './outbox.ts'
import { startPeer } from './peer.ts'
import { startWorkers } from './workers.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '0.25' },
    minutes: { type: 'string', default: '10' },
  },
})
const mails = Number(values.mails)

async function run(url: string) {
  const db = openOutbox(url)
  await queueMails(db, url, mails)
  const peer = await startPeer(Number(values.faults))
  const startedAt = performance.now()
  const workers = startWorkers(url, peer.smtp.port, 3)
  const until = startedAt + Number(values.minutes) * 60_000
  while ((await countOpen(db)) > 0 && performance.now() < until) {
    await skipBackoff(db)
    await sleep(300)
    if (process.stderr.isTTY) process.stderr.write(`\r${await countOpen(db)} left `)
  }
  const seconds = (performance.now() - startedAt) / 1000
  await workers.stop()
  const items = await readAll(db)
  await peer.smtp.stop()
  await db.close()
  return { items, accepted: peer.accepted, faults: peer.faults, counts: workers.counts, seconds }
}

type Result = Awaited<ReturnType<typeof run>>

const timesOf = ({ messageIdHeader }: Ended, { accepted }: Result) => accepted.get(messageIdHeader ?? '') ?? 0

function findViolations(result: Result): string[] {
  const check = (what: string, is: (item: Ended, times: number) => boolean) => {
    const found = result.items.filter((item) => is(item, timesOf(item, result)))
    return found.length ? [`${found.length} ${what}: ${found.slice(0, 3).map(({ id }) => id)}`] : []
  }
  return [
    ...(result.items.length === mails ? [] : [`${mails - result.items.length} messages are missing`]),
    ...check('accepted more than once', (_item, times) => times > 1),
    ...check('done but not accepted', (item, times) => item.sendStatus === 'done' && times === 0),
    ...check('failed but accepted', (item, times) => item.sendStatus === 'failed' && times > 0),
    ...check('unfinished', (item) => ['pending', 'running', 'held'].includes(item.sendStatus)),
  ]
}

function show(result: Result) {
  const states = [...new Set(result.items.map((item) => item.sendStatus))].sort()
  console.table(
    Object.fromEntries(
      states.map((state) => {
        const of = result.items.filter((item) => item.sendStatus === state)
        const times = (n: number) => of.filter((item) => timesOf(item, result) === n).length
        const attempts = Math.max(...of.map((item) => item.attempts))
        return [state, { messages: of.length, 'accepted 0': times(0), 'accepted 1': times(1), attempts }]
      }),
    ),
  )
  console.table(result.faults)
  const { started, killed, paused } = result.counts
  console.log(
    `${mails} messages in ${result.seconds.toFixed(1)} s; workers: ${started} started, ${killed} killed, ${paused} suspended for 12 s`,
  )
}

const dataDir = await mkdtemp(join(tmpdir(), 'mw-bench-sending-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } })
try {
  await migrate(postgres.url)
  await migrateJobs(postgres.url)
  const result = await run(postgres.url)
  show(result)
  const violations = findViolations(result)
  console.log(
    violations.length
      ? `FAILED\n  ${violations.join('\n  ')}`
      : 'ok: no message accepted twice, none lost silently',
  )
  process.exitCode = violations.length ? 1 : 0
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
