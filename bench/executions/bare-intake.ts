// The baseline of `bench:intake`: a server that only stores calls, in batches, in a table with four indexes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBatcher } from '../../server/src/platform/concurrency/batcher.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'

const [url = ''] = process.argv.slice(2)
const db = openDatabase({ url, connections: 2, name: 'bench bare', onIdleError: () => undefined })
const pool = db.pool
await pool.query(`
  create table bare_calls (
    id uuid primary key, workflow_id uuid, status text, body text, created_at timestamptz default now());
  create index on bare_calls (workflow_id, created_at desc, id desc);
  create index on bare_calls (workflow_id, created_at, id) where status = 'queued';
  create index on bare_calls (created_at desc, id desc)`)

const workflowId = newId()
const store = createBatcher(
  async (bodies: string[]) => {
    const ids = bodies.map(() => newId())
    await db.run(sql`
      insert into bare_calls (id, workflow_id, status, body)
      select id, ${workflowId}, 'queued', body from unnest(${ids}::uuid[], ${bodies}::text[]) c (id, body)`)
    return ids
  },
  { maxBatch: 64, minBeside: 32 },
)

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', async () => {
    JSON.parse(text)
    const reply = JSON.stringify({ executionId: await store(text) })
    response
      .writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) })
      .end(reply)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
