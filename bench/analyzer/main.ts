// `npm run bench:analyzer -- [--messages 100000] [--workflows 5]`
// A report over a mailbox with this many messages in a year, without a model: time from the request to the finished
// report, peak memory of the service, and how long requests waited meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Report } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { withDatabase } from '../inbox/database.ts'
import { signIn } from '../load/sign-in.ts'
import { cpuSeconds, peakMb, residentMb } from '../sync/processes.ts'
import { fill } from './fill.ts'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '100000' }, workflows: { type: 'string', default: '5' } },
})
const [messages, workflows] = [Number(values.messages), Number(values.workflows)]
const targetMs = 20_000
const targetMb = 400

type Reply = { id: string; report: Static<typeof Report> }

/** Publishes workflows that read senders, subjects and bodies. */
async function publish(call: (method: string, path: string, body?: object) => Promise<Reply>) {
  for (let i = 0; i < workflows; i++) {
    const conditions = [
      { field: 'from', operator: 'domain', value: `company${i}.example` },
      { field: i % 2 ? 'subject' : 'body', operator: 'contains', value: 'invoice' },
    ]
    const node = { id: 'mail', type: 'trigger.message', version: 1, name: 'Mail', params: { conditions } }
    const graph = { id: 'g', workflowId: 'w', nodes: [node], connections: [] }
    const { id } = await call('POST', '/workflows', { name: `Workflow ${i}`, graph })
    await call('PATCH', `/workflows/${id}`, { published: true })
  }
}

await withDatabase(async (databaseUrl) => {
  const db = openDatabase({
    url: databaseUrl,
    connections: 1,
    name: 'bench',
    onIdleError: () => undefined,
    statementMs: 600_000,
  })
  const { memberId, mailboxId } = await fill(db, messages)
  await db.pool.query('vacuum analyze')
  const headers = { ...(await signIn(db, memberId)), 'content-type': 'application/json' }
  const server = await startChildServer({ DATABASE_URL: databaseUrl, MAILWRIGHT_LOG_LEVEL: 'error' })
  const pid = server.process.pid ?? 0
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { ...headers, origin: server.url },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Reply
  }
  try {
    await publish(call)
    const [before, cpuBefore] = [residentMb(pid), cpuSeconds(pid)]
    const waits: number[] = []
    const startedAt = performance.now()
    await call('POST', `/mailboxes/${mailboxId}/analyze`, { windowDays: 365 })
    for (let status: string = 'pending'; status !== 'done'; await sleep(50)) {
      const askedAt = performance.now()
      const { report } = await call('GET', `/mailboxes/${mailboxId}/analyzer/report`)
      waits.push(performance.now() - askedAt)
      status = report.status
      if (status === 'failed') throw new Error(`the report failed: ${server.output()}`)
    }
    const tookMs = performance.now() - startedAt
    const cpu = cpuSeconds(pid) - cpuBefore
    const { report } = await call('GET', `/mailboxes/${mailboxId}/analyzer/report`)
    if (!report.body) throw new Error('the report has no body')
    const { stats, coverage, groups } = report.body
    const proposed = groups.filter(({ verdict }) => verdict === 'proposed').length
    const verdictOf = (ok: boolean) => (ok ? 'ok' : 'MISSED')
    waits.sort((a, b) => a - b)
    console.log(
      `${stats.messages365d} messages, ${stats.groups} groups, ${proposed} proposals, ${coverage.covered} covered: ` +
        `${(tookMs / 1000).toFixed(1)} s (target ${targetMs / 1000} s: ${verdictOf(tookMs < targetMs)}; service CPU ${cpu.toFixed(1)} s); ` +
        `memory ${before} MB before, peak ${peakMb(pid)} MB (target ${targetMb} MB: ${verdictOf(peakMb(pid) < targetMb)}); ` +
        `requests meanwhile: median ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms, longest ${waits.at(-1)?.toFixed(0)} ms`,
    )
    const counted = await db.row<{ n: number }>(sql`select count(*) as n from messages`)
    if (stats.messages365d !== counted?.n || tookMs >= targetMs || peakMb(pid) >= targetMb)
      process.exitCode = 1
  } finally {
    await server.stop()
    await db.close()
  }
})
