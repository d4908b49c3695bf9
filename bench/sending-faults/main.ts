// npm run bench:sending-faults [-- --mails 1000 --faults 0.25]
// Mails through a bad server and dying workers: none is accepted twice, none is lost without a word.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { migrateJobs } from '../../server/src/platform/jobs/migrate-jobs.ts'
import { startCrew } from './crew.ts'
import { countOpen, type Ended, hurry, openOutbox, queueMails, readAll } from './outbox.ts'
import { startPeer } from './peer.ts'

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
  const began = performance.now()
  const crew = startCrew(url, peer.smtp.port, 3)
  const until = began + Number(values.minutes) * 60_000
  while ((await countOpen(db)) > 0 && performance.now() < until) {
    await hurry(db)
    await sleep(300)
    if (process.stderr.isTTY) process.stderr.write(`\r${await countOpen(db)} to go `)
  }
  const seconds = (performance.now() - began) / 1000
  await crew.stop()
  const items = await readAll(db)
  await peer.smtp.stop()
  await db.close()
  return { items, accepted: peer.accepted, faults: peer.faults, counts: crew.counts, seconds }
}

type Result = Awaited<ReturnType<typeof run>>

const timesOf = ({ messageIdHeader }: Ended, { accepted }: Result) => accepted.get(messageIdHeader ?? '') ?? 0

function judge(result: Result): string[] {
  const wrong = (what: string, is: (item: Ended, times: number) => boolean) => {
    const found = result.items.filter((item) => is(item, timesOf(item, result)))
    return found.length ? [`${found.length} ${what}: ${found.slice(0, 3).map(({ id }) => id)}`] : []
  }
  return [
    ...(result.items.length === mails ? [] : [`${mails - result.items.length} mails are gone`]),
    ...wrong('accepted more than once', (_item, times) => times > 1),
    ...wrong('done and not accepted', (item, times) => item.sendStatus === 'done' && times === 0),
    ...wrong('failed and accepted', (item, times) => item.sendStatus === 'failed' && times > 0),
    ...wrong('not ended', (item) => ['pending', 'running', 'held'].includes(item.sendStatus)),
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
        return [state, { mails: of.length, 'accepted 0': times(0), 'accepted 1': times(1), attempts }]
      }),
    ),
  )
  console.table(result.faults)
  const { started, killed, paused } = result.counts
  console.log(
    `${mails} mails in ${result.seconds.toFixed(1)} s; workers: ${started} started, ${killed} killed, ${paused} paused for 12 s`,
  )
}

const dataDir = await mkdtemp(join(tmpdir(), 'mw-bench-sending-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } })
try {
  await migrate(postgres.url)
  await migrateJobs(postgres.url)
  const result = await run(postgres.url)
  show(result)
  const wrong = judge(result)
  console.log(
    wrong.length ? `WRONG\n  ${wrong.join('\n  ')}` : 'no mail accepted twice, none lost without a word',
  )
  process.exitCode = wrong.length ? 1 : 0
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
