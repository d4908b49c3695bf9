// npm run bench:sending-faults [-- --mails 500 --drafts 500 --faults 0.25]
// Sends messages through a faulty server with crashing workers: none may be accepted twice or lost silently. The drafts
// are sent or rejected in review by several processes at once that die at every point of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { migrateJobs } from '../../server/src/platform/jobs/migrate-jobs.ts'
import { testLive } from '../../server/src/platform/live/fixtures/test-live.ts'
import {
  countOpen,
  type Ended,
  fillOutbox,
  openOutbox,
  readAll,
  skipBackoff,
  sweepStranded,
} from './outbox.ts'
import { startPeer } from './peer.ts'
import { startReviewers } from './reviewers.ts'
import { startWorkers } from './workers.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '500' },
    drafts: { type: 'string', default: '500' },
    faults: { type: 'string', default: '0.25' },
    minutes: { type: 'string', default: '10' },
  },
})
const [mails, drafts] = [Number(values.mails), Number(values.drafts)]

async function run(url: string) {
  const db = openOutbox(url)
  const live = testLive(url)
  const memberId = await fillOutbox(db, url, { mails, drafts })
  const peer = await startPeer(Number(values.faults))
  const startedAt = performance.now()
  const workers = startWorkers(url, peer.smtp.port, 3)
  const reviewers = startReviewers(url, memberId, 3)
  const until = startedAt + Number(values.minutes) * 60_000
  for (let round = 0; (await countOpen(db)) > 0 && performance.now() < until; round++) {
    await skipBackoff(db)
    if (round % 10 === 9) await sweepStranded(db, live)
    await sleep(300)
    if (process.stderr.isTTY) process.stderr.write(`\r${await countOpen(db)} left `)
  }
  const seconds = (performance.now() - startedAt) / 1000
  await reviewers.stop()
  await workers.stop()
  const items = await readAll(db)
  await peer.smtp.stop()
  await live.close()
  await db.close()
  return {
    items,
    accepted: peer.accepted,
    faults: peer.faults,
    counts: workers.counts,
    reviewers: reviewers.counts,
    seconds,
  }
}

type Result = Awaited<ReturnType<typeof run>>

const timesOf = ({ messageIdHeader }: Ended, { accepted }: Result) => accepted.get(messageIdHeader ?? '') ?? 0

function findViolations(result: Result): string[] {
  const check = (what: string, is: (item: Ended, times: number) => boolean) => {
    const found = result.items.filter((item) => is(item, timesOf(item, result)))
    return found.length ? [`${found.length} ${what}: ${found.slice(0, 3).map(({ id }) => id)}`] : []
  }
  return [
    ...(result.items.length === mails + drafts
      ? []
      : [`${mails + drafts - result.items.length} messages are missing`]),
    ...check('accepted more than once', (_item, times) => times > 1),
    ...check('done but not accepted', (item, times) => item.sendStatus === 'done' && times === 0),
    ...check('rejected but accepted', (item, times) => item.reviewStatus === 'rejected' && times > 0),
    ...check('open in review', (item) => ['pending', 'snoozed'].includes(item.reviewStatus)),
    ...check(
      'sent from review without its edits',
      (item) => item.reviewStatus === 'sent' && item.subject !== 'Reviewed',
    ),
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
  const decided = (status: string) => result.items.filter((item) => item.reviewStatus === status).length
  console.log(
    `${mails + drafts} messages in ${result.seconds.toFixed(1)} s; workers: ${started} started, ${killed} killed, ${paused} suspended for 12 s`,
  )
  console.log(
    `review: ${decided('sent')} sent, ${decided('rejected')} rejected; processes: ${result.reviewers.started} started, ${result.reviewers.died} died in the middle`,
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
