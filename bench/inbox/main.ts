// `node bench/inbox/main.ts [--messages 200000] [--clients 20] [--seconds 10] [--rate 200]`
// p99 of the thread list, of a search and of opening a thread of 30, over a full mirror. The clients send at a fixed
// rate in all, as people do; then once as fast as they can, which tells the most that this machine gives.
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { hashToken, newToken } from '../../server/src/platform/crypto/tokens.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { withDatabase } from './database.ts'
import { createBenchMember, fill } from './fill.ts'
import { commonWord, rareWord } from './mail.ts'

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

const findThread = (db: Database, size: number) =>
  db.row<{ id: string }>(sql`
    select id from threads where message_count <= ${size} order by message_count desc, id limit 1`)

type Run = { url: string; headers: Record<string, string>; rate?: number }

async function load({ url, headers, rate }: Run) {
  const paced = rate === undefined ? {} : { overallRate: rate }
  const result = await autocannon({ url, headers, connections: clients, duration: seconds, ...paced })
  const failed = result.non2xx + result.errors
  return { p50: result.latency.p50, p99: result.latency.p99, perSecond: result.requests.average, failed }
}

async function measure(title: string, wanted: number, { url, headers, rate }: Required<Run>) {
  await load({ url, headers, rate })
  const people = await load({ url, headers, rate })
  const most = await load({ url, headers })
  const ok = people.p99 < wanted && people.failed + most.failed === 0
  console.log(
    `${title.padEnd(34)} p50 ${people.p50} ms, p99 ${people.p99} ms at ${rate}/s, wanted ${wanted} ms: ${ok ? 'ok' : 'SHORT'}; ` +
      `at most ${most.perSecond.toFixed(0)}/s with p99 ${most.p99} ms; failed ${people.failed + most.failed}`,
  )
  return ok
}

await withDatabase(async (databaseUrl) => {
  const db = openDatabase({
    url: databaseUrl,
    connections: 1,
    name: 'bench fill',
    onIdleError: () => undefined,
  })
  const memberId = await createBenchMember(db)
  await fill(db, memberId, messages, 500)
  await db.pool.query('vacuum analyze')
  const headers = await signIn(db, memberId)
  const thread = await findThread(db, 30)
  const server = await startChildServer({ DATABASE_URL: databaseUrl, MAILWRIGHT_LOG_LEVEL: 'error' })
  const rate = Number(values.rate)
  const at = (path: string, share = 1) => ({
    url: `${server.url}/api/v1${path}`,
    headers,
    rate: rate * share,
  })
  try {
    const oks = [
      await measure('Thread list', 15, at('/threads')),
      await measure('Thread list, unread', 15, at('/threads?filter=unread')),
      await measure('Search, common word', 50, at(`/threads?q=${encodeURIComponent(commonWord)}`, 0.25)),
      await measure('Search, rare word', 50, at(`/threads?q=${encodeURIComponent(rareWord)}`, 0.25)),
      await measure(
        'Search, two words and a sender',
        50,
        at(`/messages?q=${encodeURIComponent(`${commonWord} ${rareWord} OR from:example7`)}`, 0.25),
      ),
      await measure('Search, a word that is not there', 50, at('/threads?q=nowhere', 0.25)),
      await measure('Opening a thread of 30', 25, at(`/threads/${thread?.id}`, 0.1)),
    ]
    if (oks.includes(false)) process.exitCode = 1
  } finally {
    await server.stop()
    await db.close()
  }
})
