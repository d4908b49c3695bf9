// `npm run bench:steady -- [--minutes 10] [--only row,http,draft] [--clients 50] [--mailboxes 5] [--mails 20]`
// Webhook calls at a steady rate, half of what `bench:executions` asks for, while mailboxes on a real Dovecot receive
// mail: p99 of the 202 response minute by minute, and memory of the service. Targets: each minute under 60 ms, every
// message mirrored, every call run, and no more memory at the end than after the first minutes.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { startDovecot } from '../../server/test/mail/dovecot.ts'
import { startExim } from '../../server/test/mail/exim.ts'
import { plainMail } from '../../server/test/mail/messages.ts'
import { callPaced, percentiles } from '../load/loads.ts'
import { type Call, publishHook, signIn, startProduct } from './product.ts'
import { createScenarios, nextCall, type Scenario } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: 'row,http,draft' },
    clients: { type: 'string', default: '50' },
    mailboxes: { type: 'string', default: '5' },
    mails: { type: 'string', default: '20' },
  },
})
const [minutes, clients] = [Number(values.minutes), Number(values.clients)]
const mailsPerSecond = Number(values.mails)
const maxP99 = 60
/** What memory may vary by once the caches are filled. */
const maxGrowth = 1.1

const users = Array.from({ length: Number(values.mailboxes) }, (_, n) => `member${n}`)
const folder = await mkdtemp(join(tmpdir(), 'mw-bench-steady-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
pool.on('error', () => undefined)
const dovecot = await startDovecot({ users })
const exim = await startExim({ dovecot, users })
const slowServer = new Worker(new URL('slow-server.ts', import.meta.url))
const [slowUrl] = (await once(slowServer, 'message')) as [string]
const product = await startProduct(postgres.url, folder, {
  MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
  MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
})
const scenarios = createScenarios(pool, slowUrl)
let hasMissed = false

const count = async (query: string, values: unknown[] = []) =>
  Number((await pool.query(query, values)).rows[0].n)
const countMessages = () => count('select count(*) as n from messages')
const countOpen = (workflowId: string) =>
  count('select count(*) as n from executions where workflow_id = $1 and finished_at is null', [workflowId])

const residentMb = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]) / 1024)

async function connectMailboxes(call: Call) {
  for (const name of users)
    await call('POST', '/api/v1/mailboxes/imap', {
      ...dovecot.user(name),
      allowInvalidCertificate: true,
      imapHost: 'localhost',
      imapPort: dovecot.imapPort,
      imapSecure: false,
      smtpHost: 'localhost',
      smtpPort: exim.smtpPort,
      smtpSecure: false,
    })
  const isFilled = async () =>
    (await call('GET', '/api/v1/mailboxes')).mailboxes.every(
      ({ backfill }: { backfill: { status: string } }) => backfill.status === 'done',
    )
  while (!(await isFilled())) await sleep(200)
}

let delivered = 0
async function deliverMail(isOver: () => boolean) {
  const [startedAt, before] = [performance.now(), delivered]
  while (!isOver()) {
    const name = users[delivered % users.length] as string
    await dovecot.deliver(name, plainMail({ seed: delivered }))
    delivered++
    const due = startedAt + ((delivered - before) / mailsPerSecond) * 1000
    await sleep(Math.max(0, due - performance.now()))
  }
}

async function runScenario(call: Call, name: string, { graph, paced: rate, clients: own }: Scenario) {
  const { id, hook } = await publishHook(call, product.url, name, await graph(call))
  const steady = { url: hook, clients: own ?? clients, rate, next: nextCall(hook) }
  let isOver = false
  const delivering = deliverMail(() => isOver)
  await callPaced({ ...steady, seconds: 10 })
  const results: { p99: number; memory: number; latencies: number[] }[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const cpuBefore = await product.cpuMs()
    const { p50, p99, accepted, failed, latencies } = await callPaced({ ...steady, seconds: 60 })
    const cpu = ((await product.cpuMs()) - cpuBefore) / 60_000
    const memory = residentMb()
    results.push({ p99, memory, latencies })
    if (failed > 0) hasMissed = true
    console.log(
      `${name.padEnd(6)} minute ${String(minute).padStart(2)}  ${(accepted / 60).toFixed(0)}/s accepted   202: p50 ${p50} ms  p99 ${p99} ms   ` +
        `${await countOpen(id)} runs open   ${delivered - (await countMessages())} messages not mirrored yet   ` +
        `service ${memory} MB, ${cpu.toFixed(2)} cores   failed ${failed}`,
    )
  }
  isOver = true
  await delivering
  const until = performance.now() + 60_000
  const isDone = async () => (await countOpen(id)) === 0 && (await countMessages()) === delivered
  while (!(await isDone()) && performance.now() < until) await sleep(100)
  const worst = Math.max(...results.map(({ p99 }) => p99))
  const [overall] = percentiles(
    results.flatMap(({ latencies }) => latencies),
    0.99,
  )
  const [early, late] = [results.slice(0, 3), results.slice(-3)].map((part) =>
    Math.max(...part.map(({ memory }) => memory)),
  ) as [number, number]
  const ok = worst < maxP99 && late <= early * maxGrowth && (await isDone())
  if (!ok) hasMissed = true
  console.log(
    `${name.padEnd(6)} ${rate}/s with ${mailsPerSecond} mails/s: p99 ${overall} ms, ${worst} ms in the worst minute, target ${maxP99} ms; ` +
      `memory ${early} MB in the first minutes, ${late} MB in the last; all runs and mails done: ${await isDone()}: ${ok ? 'ok' : 'MISSED'}`,
  )
}

try {
  const call = await signIn(product.url)
  await connectMailboxes(call)
  for (const name of values.only.split(',')) {
    const scenario = scenarios[name]
    if (!scenario) throw new Error(`no scenario ${name}`)
    await runScenario(call, name, scenario)
  }
} finally {
  await product.stop()
  await slowServer.terminate()
  await pool.end()
  await exim.stop()
  await dovecot.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = hasMissed ? 1 : 0
