// `npm run bench:mirror-walk -- [--steps 1000] [--seeds 1,2,3,4,5,6,7,8,9,10] [--log service.log]`
// Two mail programs create, delete and rename folders, and append, move, copy, flag and expunge messages at random on a
// real Dovecot, while the service is connected, killed (SIGKILL) and restarted. At the end the mirror must equal the
// server by folder, UIDVALIDITY, UID, bytes and flags.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { openImap } from '../../server/src/protocols/imap/imap.ts'
import { walk } from '../../server/src/slices/mailboxes/mirror/fixtures/random-walk.ts'
import { accountOn } from '../../server/src/slices/mailboxes/mirror/fixtures/run-mirror.ts'
import { readMirror, readServer } from '../../server/src/slices/mailboxes/mirror/fixtures/states.ts'
import { type Dovecot, startDovecot } from '../../server/test/mail/dovecot.ts'
import { startExim } from '../../server/test/mail/exim.ts'
import { pause } from '../new-mail/mirror.ts'
import { connect } from '../sync/scenario.ts'
import { type Service, startService } from '../sync/service.ts'

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '1,2,3,4,5,6,7,8,9,10' },
    log: { type: 'string' },
  },
})
const steps = Number(values.steps)
const seeds = values.seeds.split(',').map(Number)
const maxWaitMs = 180_000

const dataDir = await mkdtemp(join(tmpdir(), 'mw-walk-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const users = seeds.map((seed) => `user${seed}`)
const dovecot = await startDovecot({ users })
const exim = await startExim({ dovecot, users })
const service = await startService(postgres.url, values.log)
const db = openDatabase({ url: postgres.url, connections: 4, name: 'walk', onIdleError: () => undefined })

async function readBoth(mail: Dovecot, database: Database, user: string, mailboxId: string) {
  const { username, password } = mail.user(user)
  const session = await openImap(accountOn(mail.host, mail.imapPort, username, password))
  try {
    return { server: await readServer(session), mirror: await readMirror(database, mailboxId) }
  } finally {
    await session.close()
  }
}

/** What the service knows about the mailbox, to explain a difference. */
const readState = async (mailboxId: string) => ({
  mailbox: await db.row(
    sql`select status, last_error, last_delta_at, now() from mailboxes where id = ${mailboxId}`,
  ),
  folders: await db.rows(sql`
    select path, uid_validity, uid_next, highest_modseq, mirrored_from, server_messages, new_since, synced_at
    from folders where mailbox_id = ${mailboxId}`),
})

async function walkOnce(target: Service, seed: number): Promise<boolean> {
  const user = `user${seed}`
  await connect(target, { dovecot, exim }, user)
  const { address, username, password } = dovecot.user(user)
  const row = await db.row<{ id: string }>(sql`select id from mailboxes where address = ${address}`)
  const mailboxId = row?.id ?? ''
  let kills = 0
  const restart = async () => {
    kills++
    await target.killAndRestart()
  }
  const login = { host: dovecot.host, port: dovecot.imapPort, user: username, pass: password }
  const startedAt = performance.now()
  await walk({ db, mailboxId }, { seed, steps, login, restart })
  const walkedAt = performance.now()
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  for (;;) {
    const { server, mirror } = await readBoth(dovecot, db, user, mailboxId)
    const isEqual = JSON.stringify(server) === JSON.stringify(mirror)
    const now = performance.now()
    if (isEqual || now - walkedAt > maxWaitMs) {
      console.log(
        `seed ${seed}: ${steps} steps and ${kills} kills in ${seconds(startedAt, walkedAt)} s; ${server.length} messages, ${isEqual ? `equal ${seconds(walkedAt, now)} s later` : 'DIFFERENT'}`,
      )
      const there = new Set(server)
      const here = new Set(mirror)
      if (!isEqual) console.log({ missing: server.filter((line) => !here.has(line)).slice(0, 10) })
      if (!isEqual) console.log({ extra: mirror.filter((line) => !there.has(line)).slice(0, 10) })
      if (!isEqual) console.log(await readState(mailboxId))
      return isEqual
    }
    await pause(500)
  }
}

try {
  for (const seed of seeds) if (!(await walkOnce(service, seed))) process.exitCode = 1
} finally {
  await db.close()
  await service.stop()
  await exim.stop()
  await dovecot.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
