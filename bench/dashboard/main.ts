// `npm run bench:dashboard -- [--records 1000000] [--days 60] [--clients 20] [--seconds 10] [--rate 40] [--data FOLDER]
// [--only executions:org,...]`
// p50 and p99 of the three dashboards over a million executions, journal entries and AI calls each, for members and for
// the whole organisation, with different windows, zones and filters: paced as people cause them, and without a pause.
// Also what counting costs per record. With `--data` the filled database is kept and used again; `--fill-only` stops
// before anything is measured.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { rollUp } from '../../server/src/slices/dashboard/roll-up.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { databaseCpuMs, processCpuMs } from '../inbox/cpu.ts'
import { withDatabase } from '../inbox/database.ts'
import { callPaced, callUnpaced } from '../load/loads.ts'
import { signIn } from '../load/sign-in.ts'
import { fill } from './fill.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '60' },
    clients: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '40' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    'fill-only': { type: 'boolean', default: false },
  },
})
const [records, days, clients] = [Number(values.records), Number(values.days), Number(values.clients)]
const [seconds, rate] = [Number(values.seconds), Number(values.rate)]
const targetMs = 100

type Person = {
  id: string
  headers: Record<string, string>
  workflows: string[]
  mailboxes: string[]
}

const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'UTC']
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** A window of every length, ending now or some time ago. */
function windowQuery(): Record<string, string> {
  const period = pick(['24h', '7d', '7d', '30d', '30d', 'custom'])
  if (period !== 'custom') return { period }
  const to = Date.now() - Math.random() * 20 * 86_400_000
  const from = to - Math.random() * 30 * 86_400_000
  return { period, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

function queryOf(person: Person, scope: 'me' | 'org'): string {
  const filter = Math.random()
  return new URLSearchParams({
    scope,
    tz: pick(zones),
    ...windowQuery(),
    ...(filter < 0.15 ? { workflowId: pick(person.workflows) } : {}),
    ...(filter > 0.85 ? { mailboxId: pick(person.mailboxes) } : {}),
  }).toString()
}

async function fillAll(db: Database) {
  const startedAt = performance.now()
  await fill(db, { records, days, members: 20, workflows: 100 })
  await db.pool.query('vacuum analyze')
  console.log(`filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s on ${cpus().length} cores`)
}

async function countAll(db: Database) {
  for (const source of ['executions', 'journal', 'mail', 'ai'] as const) {
    const isNew = await db.row(sql`
      select from dashboard_progress
      where source = ${source} and counted_until < now() - make_interval(days => ${days - 1})`)
    const startedAt = performance.now()
    await rollUp(db, undefined, 20_000, [source])
    const perRecord = ((performance.now() - startedAt) * 1000) / records
    if (isNew && source !== 'mail') console.log(`counting ${source}: ${perRecord.toFixed(1)} µs each`)
  }
  await db.pool.query('vacuum analyze')
}

async function measure(db: Database, databaseUrl: string) {
  await db.run(sql`update members set role = 'admin'`)
  const rows = await db.rows<Omit<Person, 'headers'>>(sql`
    select m.id, array(select id::text from workflows where member_id = m.id) as workflows,
      array(select id::text from mailboxes where member_id = m.id) as mailboxes
    from members m`)
  const people: Person[] = []
  for (const row of rows) people.push({ ...row, headers: await signIn(db, row.id) })
  const server = await startChildServer({ DATABASE_URL: databaseUrl, MAILWRIGHT_LOG_LEVEL: 'error' })
  const cpuMs = async () => [processCpuMs(server.process.pid ?? 0), await databaseCpuMs(db)]
  let hasMissed = false
  try {
    for (const scope of ['me', 'org'] as const)
      for (const route of ['executions', 'mail', 'ai']) {
        if (values.only && !values.only.split(',').includes(`${route}:${scope}`)) continue
        // Each client is one person: whoever has many requests at once waits for their own.
        const next = (_n: number, client: number) => {
          const person = people[client % people.length] as Person
          const url = `${server.url}/api/v1/dashboard/${route}?${queryOf(person, scope)}`
          return { url, method: 'GET', headers: person.headers }
        }
        const load = { url: server.url, clients, seconds, next }
        await callUnpaced({ ...load, seconds: 2 })
        const paced = await callPaced({ ...load, rate })
        const before = await cpuMs()
        const unpaced = await callUnpaced(load)
        const cpu = (await cpuMs()).map((ms, i) => ((ms - (before[i] ?? 0)) / unpaced.accepted).toFixed(2))
        const isFast = paced.p99 < targetMs && unpaced.p99 < targetMs
        if (!isFast || paced.failed + unpaced.failed > 0) hasMissed = true
        console.log(
          `${route.padEnd(10)} scope=${scope.padEnd(3)}  paced at ${rate}/s p50 ${paced.p50} ms p99 ${paced.p99} ms   ` +
            `unpaced p50 ${unpaced.p50} ms p99 ${unpaced.p99} ms at ${(unpaced.accepted / unpaced.seconds).toFixed(0)}/s   ` +
            `CPU ${cpu[0]} ms service, ${cpu[1]} ms database   failed ${paced.failed + unpaced.failed}   target ${targetMs} ms: ${isFast ? 'ok' : 'MISSED'}`,
        )
      }
  } finally {
    await server.stop()
  }
  process.exitCode = hasMissed ? 1 : 0
}

await withDatabase(async (databaseUrl) => {
  const db = openDatabase({
    url: databaseUrl,
    connections: 2,
    name: 'bench',
    onIdleError: () => undefined,
    // Sixty days are counted at once.
    statementMs: 600_000,
  })
  try {
    if (!(await db.row(sql`select from members limit 1`))) await fillAll(db)
    await countAll(db)
    if (!values['fill-only']) await measure(db, databaseUrl)
  } finally {
    await db.close()
  }
}, values.data)
