// `node bench/inbox/main.ts [--messages 200000] [--clients 20] [--seconds 10] [--rate 200] [--only Search] [--data <folder>]`
// p99 of the thread list, of searches and of opening a thread of 30 messages, with a full mirror, under three loads:
// - paced: different requests at a fixed total rate, as people cause them (the rate is that of lists; searches come at a
//   quarter of it, threads at a tenth);
// - same: every client repeats the same request without a pause (the load of a typical load generator);
// - different: every client sends different requests without a pause: the maximum throughput.
// The loads "paced" and "different" are judged; "same" is printed for information. CPU time per request is that of the
// load "different". A folder named by --data is filled once and kept.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { callPaced, callUnpaced } from '../load/loads.ts'
import { signIn } from '../load/sign-in.ts'
import { databaseCpuMs, processCpuMs } from './cpu.ts'
import { withDatabase } from './database.ts'
import { type Target, targetsOf } from './targets.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    clients: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const [messages, clients, seconds] = [Number(values.messages), Number(values.clients), Number(values.seconds)]

/** In a separate process, so that its garbage does not burden the load generator. */
async function fillInChild(databaseUrl: string) {
  const program = fileURLToPath(new URL('./fill.ts', import.meta.url))
  const child = spawn(process.execPath, [program, '--messages', String(messages), '--url', databaseUrl], {
    stdio: 'inherit',
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`filling the mailboxes exited with ${status}`)
}

type Service = {
  url: string
  headers: Record<string, string>
  cpuMs(): Promise<[service: number, database: number]>
}

const oneOf = (paths: string[]) => paths[Math.floor(Math.random() * paths.length)] ?? ''

const loadOf = ({ url, headers }: Service, paths: string[]) => {
  const next = () => ({ url: `${url}/api/v1${oneOf(paths)}`, method: 'GET', headers })
  return { url, clients, seconds, next }
}

async function load(service: Service, paths: string[]) {
  const before = await service.cpuMs()
  const loaded = await callUnpaced(loadOf(service, paths))
  const after = await service.cpuMs()
  const cpu = after.map((ms, i) => ((ms - (before[i] ?? 0)) / loaded.accepted).toFixed(2))
  return { ...loaded, perSecond: loaded.accepted / loaded.seconds, cpu }
}

async function measure({ title, limits, share, paths }: Target, service: Service) {
  const loadPaced = () => callPaced({ ...loadOf(service, paths), rate: Number(values.rate) * share })
  await load(service, paths)
  await loadPaced()
  const paced = await loadPaced()
  const same = await load(service, paths.slice(0, 1))
  const different = await load(service, paths)
  const failed = paced.failed + same.failed + different.failed
  const verdict = (p99: number, limit: number) =>
    `p99 ${p99} ms (target ${limit}: ${p99 < limit ? 'ok' : 'MISSED'})`
  const at = ({ perSecond }: typeof same) => `at ${perSecond.toFixed(0)}/s`
  console.log(
    `${title.padEnd(30)} paced at ${Number(values.rate) * share}/s p50 ${paced.p50}, ` +
      `${verdict(paced.p99, limits.pacedMs)}; same p99 ${same.p99} ms ${at(same)}; ` +
      `different ${verdict(different.p99, limits.unpacedMs)} ${at(different)}, ` +
      `CPU ${different.cpu[0]} ms service, ${different.cpu[1]} ms database; failed ${failed}`,
  )
  return paced.p99 < limits.pacedMs && different.p99 < limits.unpacedMs && failed === 0
}

const work = async (databaseUrl: string) => {
  const db = openDatabase({
    url: databaseUrl,
    connections: 1,
    name: 'bench inbox',
    onIdleError: () => undefined,
  })
  const findMember = () => db.row<{ id: string }>(sql`select id from members`)
  if (!(await findMember())) await fillInChild(databaseUrl)
  await db.pool.query('vacuum analyze')
  const headers = await signIn(db, (await findMember())?.id ?? '')
  const server = await startChildServer({ DATABASE_URL: databaseUrl, MAILWRIGHT_LOG_LEVEL: 'error' })
  try {
    const get = async (path: string) =>
      (await (await fetch(`${server.url}/api/v1${path}`, { headers })).json()) as {
        nextCursor: string | null
      }
    const { pid = 0 } = server.process
    const cpuMs: Service['cpuMs'] = async () => [processCpuMs(pid), await databaseCpuMs(db)]
    const oks: boolean[] = []
    for (const target of await targetsOf(db, get))
      if (target.title.startsWith(values.only))
        oks.push(await measure(target, { url: server.url, headers, cpuMs }))
    if (oks.includes(false)) process.exitCode = 1
  } finally {
    await server.stop()
    await db.close()
  }
}

await withDatabase(work, values.data)
