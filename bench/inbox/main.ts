// `node bench/inbox/main.ts [--messages 200000] [--clients 20] [--seconds 10] [--rate 200]`
// p99 of the thread list, of a search and of opening a thread of 30, over a full mirror, in three ways:
// - paced: the clients send at a fixed rate in all, as people do, each something else (the rate is that of the lists;
//   searches come at a quarter of it, threads at a tenth);
// - same: without a pause, all clients repeat one request, as a load tool does;
// - apart: without a pause, each request another: the most that the machine gives.
// The paced load is judged; the other two are printed for information.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hashToken, newToken } from '../../server/src/platform/crypto/tokens.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { callPaced, callWithoutPause } from '../load/loads.ts'
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

async function signIn(db: Database, memberId: string) {
  const token = newToken()
  await db.run(sql`
    insert into sessions (id, member_id, token_hash, expires_at)
    values (${newId()}, ${memberId}, ${hashToken(token)}, now() + interval '1 day')`)
  return { cookie: `mailwright_session=${token}` }
}

/** By another process: what it leaves behind in memory is not the load generator's to clear away. */
async function fillApart(databaseUrl: string) {
  const program = fileURLToPath(new URL('./fill.ts', import.meta.url))
  const child = spawn(process.execPath, [program, '--messages', String(messages), '--url', databaseUrl], {
    stdio: 'inherit',
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`filling the mailbox ended with ${status}`)
}

type Run = { url: string; headers: Record<string, string>; paths: string[] }

const oneOf = (paths: string[]) => paths[Math.floor(Math.random() * paths.length)] ?? ''

const loadOf = ({ url, headers, paths }: Run) => {
  const next = () => ({ url: `${url}/api/v1${oneOf(paths)}`, method: 'GET', headers })
  return { url, clients, seconds, next }
}

const loadPaced = (run: Run, rate: number) => callPaced({ ...loadOf(run), rate })

async function load(run: Run) {
  const loaded = await callWithoutPause(loadOf(run))
  return { ...loaded, perSecond: loaded.accepted / loaded.seconds }
}

async function measure({ title, wantedMs, share, paths }: Target, url: string, headers: Run['headers']) {
  await load({ url, headers, paths })
  await loadPaced({ url, headers, paths }, Number(values.rate) * share)
  const paced = await loadPaced({ url, headers, paths }, Number(values.rate) * share)
  const same = await load({ url, headers, paths: paths.slice(0, 1) })
  const apart = await load({ url, headers, paths })
  const failed = paced.failed + same.failed + apart.failed
  const verdict = (p99: number) => `p99 ${p99} ms (${p99 < wantedMs ? 'ok' : 'above'})`
  const closed = ({ p99, perSecond }: typeof same) => `${verdict(p99)} at ${perSecond.toFixed(0)}/s`
  console.log(
    `${title.padEnd(30)} wanted ${wantedMs} ms; paced at ${Number(values.rate) * share}/s p50 ${paced.p50}, ` +
      `${verdict(paced.p99)}; same ${closed(same)}; apart ${closed(apart)}; failed ${failed}`,
  )
  return paced.p99 < wantedMs && failed === 0
}

await withDatabase(async (databaseUrl) => {
  const db = openDatabase({
    url: databaseUrl,
    connections: 1,
    name: 'bench fill',
    onIdleError: () => undefined,
  })
  await fillApart(databaseUrl)
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
