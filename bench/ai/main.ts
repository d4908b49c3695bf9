// `npm run bench:ai -- [--calls 1000] [--limit 20] [--delay 300] [--messages 50000] [--patterns 2000]`
// Calls of a model that takes a fixed time, through a connection with a limit: how close they come to what the limit
// allows, and the CPU of the service for each call. Then messages that learned patterns answer without a model. The
// scripted model and the database run on the same machine.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { migrateJobs } from '../../server/src/platform/jobs/migrate-jobs.ts'
import { patternContext } from '../../server/src/slices/ai/index.ts'
import { startModelServer } from '../../server/test/model-server/model-server.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    limit: { type: 'string', default: '20' },
    delay: { type: 'string', default: '300' },
    messages: { type: 'string', default: '50000' },
    patterns: { type: 'string', default: '2000' },
  },
})
const {
  calls,
  limit,
  delay: delayMs,
  messages,
  patterns,
} = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) as Record<
  keyof typeof values,
  number
>

// As `npm start` sets them.
const heapFlags = [
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=100',
]

async function runService(program: URL, args: string[]): Promise<{ ms: number; cpuMs: number }> {
  const child = spawn(process.execPath, [...heapFlags, program.pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(Buffer.concat(await child.stdout.toArray()).toString())
}

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-ai-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
await migrate(postgres.url)
await migrateJobs(postgres.url)
const usage = { inputTokens: 400, outputTokens: 10 }
const model = await startModelServer({
  rules: [{ reply: { json: { category: 'invoice' }, usage, delayMs } }],
})
const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
// PostgreSQL may be stopped before the last of these connections is closed.
pool.on('error', () => undefined)
const [memberId, connectionId] = [newId(), newId()]
await pool.query(
  `insert into members (id, email, name, role, password_hash) values ($1, 'a@example.com', 'Ada', 'member', 'x')`,
  [memberId],
)
await pool.query(
  `with gate as (insert into llm_gates (connection_id) values ($1))
   insert into llm_connections (id, provider, label, base_url, enabled_models, max_concurrency)
   values ($1, 'openai', 'Scripted', $2, '{gpt-5-mini}', $3)`,
  [connectionId, model.baseUrl('openai'), limit],
)

const { ms, cpuMs } = await runService(new URL('service.ts', import.meta.url), [
  postgres.url,
  model.allow,
  memberId,
  String(calls),
])
const bestMs = Math.ceil(calls / limit) * delayMs
const cost = await pool.query('select count(*)::int as n, sum(tokens_in)::int as tokens from ai_calls')
console.log(`${calls} calls of ${delayMs} ms, limit ${limit}`)
console.log(
  `time       ${(ms / 1000).toFixed(2)} s; the limit allows ${(bestMs / 1000).toFixed(2)} s (+${((ms / bestMs - 1) * 100).toFixed(1)} %)`,
)
console.log(`CPU        ${(cpuMs / calls).toFixed(2)} ms per call`)
console.log(
  `recorded   ${cost.rows[0].n} calls, ${cost.rows[0].tokens} tokens; the model reported ${model.usage().inputTokens}`,
)

const workflowId = newId()
await pool.query(`insert into workflows (id, member_id, name) values ($1, $2, 'Sort')`, [
  workflowId,
  memberId,
])
const question = { categories: ['invoice', 'order', 'other'], several: false, instructions: 'Sort.' }
const { promptHash, subjectShape } = patternContext(
  { memberId, workflowId, nodeId: 'sort' },
  { sender: '', subject: 'Re: Invoice 2026-1 of 1 May' },
  question,
)
await pool.query(
  `insert into ai_patterns (id, member_id, workflow_id, node_id, prompt_hash, sender, subject_shape, labels, seen, status)
   select gen_random_uuid(), $1, $2, 'sort', $3, 'sender-' || n || '@example.com', $4, '{invoice}', 5, 'active'
   from generate_series(0, $5::int - 1) n`,
  [memberId, workflowId, promptHash, subjectShape, patterns],
)
await pool.query('vacuum analyze ai_patterns')
const atOnce = 60
const matched = await runService(new URL('patterns.ts', import.meta.url), [
  postgres.url,
  memberId,
  workflowId,
  ...[messages, patterns, atOnce].map(String),
])
console.log(`${messages} messages, ${patterns} learned patterns, ${atOnce} at once`)
console.log(`rate       ${Math.round((messages / matched.ms) * 1000)} messages/s`)
console.log(`CPU        ${((matched.cpuMs / messages) * 1000).toFixed(0)} µs per message`)
await pool.end()
await model.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
