// `node bench/inbox/main.ts [--messages 200000] [--clients 20] [--seconds 10] [--rate 200]`
// p99 of the thread list, of searches and of opening a thread of 30 messages, with a full mirror, under three loads:
// - paced: different requests at a fixed total rate, as people cause them (the rate is that of lists; searches come at a
//   quarter of it, threads at a tenth);
// - same: every client repeats the same request without a pause (the load of a typical load generator);
// - different: every client sends different requests without a pause: the maximum throughput.
// Only the paced load is judged; the other two are printed for information.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { callPaced, callUnpaced } from '../load/loads.ts'
import { signIn } from '../load/sign-in.ts'
import { withDatabase } from './database.ts'
import { type Target, targetsOf } from './targets.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    clients: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
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

type Run = { url: string; headers: Record<string, string>; paths: string[] }

const oneOf = (paths: string[]) => paths[Math.floor(Math.random() * paths.length)] ?? ''

const loadOf = ({ url, headers, paths }: Run) => {
  const next = () => ({ url: `${url}/api/v1${oneOf(paths)}`, method: 'GET', headers })
  return { url, clients, seconds, next }
}

const loadPaced = (run: Run, rate: number) => callPaced({ ...loadOf(run), rate })

async function load(run: Run) {
  const loaded = await callUnpaced(loadOf(run))
  return { ...loaded, perSecond: loaded.accepted / loaded.seconds }
}

async function measure({ title, targetMs, share, paths }: Target, url: string, headers: Run['headers']) {
  await load({ url, headers, paths })
  await loadPaced({ url, headers, paths }, Number(values.rate) * share)
  const paced = await loadPaced({ url, headers, paths }, Number(values.rate) * share)
  const same = await load({ url, headers, paths: paths.slice(0, 1) })
  const different = await load({ url, headers, paths })
  const failed = paced.failed + same.failed + different.failed
  const verdict = (p99: number) => `p99 ${p99} ms (${p99 < targetMs ? 'ok' : 'MISSED'})`
  const unpaced = ({ p99, perSecond }: typeof same) => `${verdict(p99)} at ${perSecond.toFixed(0)}/s`
  console.log(
    `${title.padEnd(30)} target ${targetMs} ms; paced at ${Number(values.rate) * share}/s p50 ${paced.p50}, ` +
      `${verdict(paced.p99)}; same ${unpaced(same)}; different ${unpaced(different)}; failed ${failed}`,
  )
  return paced.p99 < targetMs && failed === 0
}

await withDatabase(async (databaseUrl) => {
  const db = openDatabase({
    url: databaseUrl,
    connections: 1,
    name: 'bench fill',
    onIdleError: () => undefined,
  })
  await fillInChild(databaseUrl)
  await db.pool.query('vacuum analyze')
  const memberId = (await db.row<{ id: string }>(sql`select id from members`))?.id ?? ''
  const headers = await signIn(db, memberId)
  const server = await startChildServer({ DATABASE_URL: databaseUrl, MAILWRIGHT_LOG_LEVEL: 'error' })
  try {
    const get = async (path: string) =>
      (await (await fetch(`${server.url}/api/v1${path}`, { headers })).json()) as {
        nextCursor: string | null
      }
    const oks: boolean[] = []
    for (const target of await targetsOf(db, get)) oks.push(await measure(target, server.url, headers))
    if (oks.includes(false)) process.exitCode = 1
  } finally {
    await server.stop()
    await db.close()
  }
})
