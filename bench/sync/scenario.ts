import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterFile } from '../../server/src/platform/db/embedded/cluster-files.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { type Dovecot, startDovecot } from '../../server/test/mail/dovecot.ts'
import { type Exim, startExim } from '../../server/test/mail/exim.ts'
import { countMirrored, wrongCounts } from './check.ts'
import { type Filled, fillMailbox, openInbox } from './fill.ts'
import { mbsyncSeconds } from './mbsync.ts'
import { cpuSeconds, peakMb, residentMb, watchProcessTree } from './processes.ts'
import { type Service, startService } from './service.ts'

export type Scenario = {
  mailboxes: number
  each: number
  /** One in n messages has half a megabyte; 0 for none. */
  largeEvery: number
  /** The service is killed and restarted when this share is mirrored. */
  killAt: number | undefined
  withMbsync: boolean
}

/** Messages per second; CPU microseconds per message of service and database. */
export type Stretch = { rate: number; cpu: number }

export type Result = {
  total: number
  megabytes: number
  mbsync: number | undefined
  connectedMs: number
  /** From connecting until fifty messages are readable: for the first mailbox, and the maximum. */
  firstPageMs: number
  slowestFirstPageMs: number
  seconds: number
  count: number
  /** A tenth of the messages near the beginning, and one near the end. */
  stretches: { early: Stretch; late: Stretch }
  serviceCpu: number
  databaseCpu: number
  servicePeakMb: number
  serviceIdleMb: number
  databasePeakMb: number
  wrong: string[]
}

type Servers = { dovecot: Dovecot; exim: Exim }
export const connect = (service: Service, { dovecot, exim }: Servers, user: string) => {
  const { address, username, password } = dovecot.user(user)
  return service.call('POST', '/api/v1/mailboxes/imap', {
    address,
    username,
    password,
    allowInvalidCertificate: true,
    imapHost: dovecot.host,
    imapPort: dovecot.imapsPort,
    imapSecure: true,
    smtpHost: exim.host,
    smtpPort: exim.smtpsPort,
    smtpSecure: true,
  })
}

type Mark = { at: number; count: number; cpu: number }
const stretch = (from?: Mark, to?: Mark): Stretch => {
  const count = (to?.count ?? 0) - (from?.count ?? 0)
  if (!from || !to || count <= 0) return { rate: 0, cpu: 0 }
  return { rate: (count / (to.at - from.at)) * 1000, cpu: ((to.cpu - from.cpu) / count) * 1e6 }
}
const shares = [0.05, 0.15, 0.85, 0.95]

/** Polls until everything is mirrored. */
async function watch(
  service: Service,
  scenario: Scenario,
  connected: Map<string, number>,
  cpu: () => number,
) {
  const total = scenario.mailboxes * scenario.each
  const page = Math.min(50, scenario.each)
  const marks: Mark[] = []
  const firstPages = new Map<string, number>()
  let before = { cpu: 0, peak: 0 }
  let isKilled = scenario.killAt === undefined
  for (;;) {
    const mailboxes = await service.mailboxes()
    const at = performance.now()
    for (const { address, messageCount } of mailboxes)
      if (messageCount >= page && !firstPages.has(address))
        firstPages.set(address, at - (connected.get(address) ?? at))
    const count = mailboxes.reduce((sum, one) => sum + one.messageCount, 0)
    if (count >= total * (shares[marks.length] ?? 2)) marks.push({ at, count, cpu: cpu() })
    const isDone = mailboxes.every(({ backfill }) => backfill?.status === 'done')
    if (mailboxes.length === scenario.mailboxes && isDone) break
    if (!isKilled && count >= total * (scenario.killAt ?? 1)) {
      isKilled = true
      before = { cpu: cpuSeconds(service.pid()), peak: peakMb(service.pid()) }
      console.log(`  killed at ${count} of ${total}`)
      await service.killAndRestart()
    }
    await sleep(firstPages.size < scenario.mailboxes ? 25 : 250)
  }
  const stretches = { early: stretch(marks[0], marks[1]), late: stretch(marks[2], marks[3]) }
  return { stretches, firstPages: [...firstPages.values()], before }
}

async function runMirror(
  scenario: Scenario,
  users: string[],
  servers: Servers,
  databaseUrl: string,
  databaseCpu: () => number,
) {
  const service = await startService(databaseUrl)
  try {
    const serviceIdleMb = residentMb(service.pid())
    const cpuBefore = cpuSeconds(service.pid())
    const connected = new Map<string, number>()
    const add = async (user: string) => {
      await connect(service, servers, user)
      connected.set(servers.dovecot.user(user).address, performance.now())
    }
    const [first = '', ...others] = users
    const startedAt = performance.now()
    await add(first)
    const from = performance.now()
    const page = Math.min(50, scenario.each)
    while ((await service.call('GET', '/api/v1/messages')).messages.length < page) await sleep(20)
    const firstPageMs = performance.now() - from
    const cpu = () => cpuSeconds(service.pid()) + databaseCpu()
    const watching = watch(service, scenario, connected, cpu)
    for (const user of others) await add(user)
    const { stretches, firstPages, before } = await watching
    const seconds = (performance.now() - from) / 1000
    return {
      firstPageMs,
      seconds,
      serviceIdleMb,
      connectedMs: from - startedAt,
      slowestFirstPageMs: Math.max(firstPageMs, ...firstPages),
      stretches,
      servicePeakMb: Math.max(peakMb(service.pid()), before.peak),
      serviceCpu: cpuSeconds(service.pid()) - cpuBefore + before.cpu,
    }
  } finally {
    await service.stop()
  }
}

/** Runs one scenario with its own database, mail servers and service. */
export async function runScenario(scenario: Scenario): Promise<Result> {
  const users = Array.from({ length: scenario.mailboxes }, (_, n) => `user${n}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-sync-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const dovecot = await startDovecot({ users })
  const exim = await startExim({ dovecot, users })
  const database = watchProcessTree(readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0)
  try {
    const filled: Filled[] = []
    for (const user of users)
      filled.push(await fillMailbox(dovecot, user, scenario.each, scenario.largeEvery))
    const total = filled.reduce((sum, one) => sum + one.messages, 0)
    const megabytes = Math.round(filled.reduce((sum, one) => sum + one.bytes, 0) / 1024 / 1024)
    console.log(`${total} messages in ${users.length} mailbox(es), ${megabytes} MB`)
    // Warms up the mail server's indexes, so that neither client pays for them.
    for (const user of users) await openInbox(dovecot, user)
    const mbsync = scenario.withMbsync ? await mbsyncSeconds(dovecot, users) : undefined
    const cpuBefore = database.cpu()
    const mirrored = await runMirror(scenario, users, { dovecot, exim }, postgres.url, database.cpu)
    const databaseCpu = database.cpu() - cpuBefore
    const counts = await countMirrored(postgres.url)
    return {
      total,
      megabytes,
      mbsync,
      databaseCpu,
      ...mirrored,
      databasePeakMb: database.peak(),
      count: counts.rows,
      wrong: wrongCounts(counts, total),
    }
  } finally {
    database.stop()
    await exim.stop()
    await dovecot.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
