import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { finished, hook, publish, workerRole } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type Listening, listen } from '../mail/listen.ts'
import { type TestServer, testServer } from '../server.ts'

// The text of a driver, a socket or a parser names tables, addresses and files. It belongs into the log only.

let server: TestServer
let ada: TestMember
let hangingUp: Listening
const refusingPort = 3

beforeAll(async () => {
  hangingUp = await listen(createServer((socket) => socket.destroy()))
  const allow = [hangingUp.port, refusingPort].map((port) => `localhost:${port}`).join(',')
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: allow })
  ada = await createMember(server)
})
afterAll(async () => {
  await server?.close()
  await hangingUp?.stop()
})

async function failureOf(node: [string, Record<string, unknown>]) {
  const graph = chainOf({ start: ['trigger.webhook'], node })
  const done = await finished(ada, await (await hook(server, ada, await publish(ada, graph)))({}))
  expect(done.status).toBe('failed')
  return { error: done.error, whole: JSON.stringify(done) }
}

it('keeps the text of a database error out of a step', async () => {
  const admin = await createMember(server, { role: 'admin' })
  const columns = [{ label: 'Code', key: 'code' }]
  const made = await admin.session('POST', '/api/v1/tables', { body: { name: 'Broken', columns } })
  expect(made.status).toBe(201)
  const { name } = (await server.db.row<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'table_data'`)) ?? { name: '' }
  const rename = [`alter table table_data."${name}" rename to renamed`] as unknown as TemplateStringsArray
  await server.db.run(sql(rename))
  const { error, whole } = await failureOf(['data.insert', { table: 'broken', values: { code: 'x' } }])
  expect(error).toMatchObject({ code: 'node.failed' })
  expect(whole).not.toMatch(/table_data|relation|42P01|insert into|\.ts/i)
})

it('keeps addresses and system errors out of a step whose call fails', async () => {
  const refused = await failureOf(['external.http', { url: `http://localhost:${refusingPort}/` }])
  expect(refused.error).toMatchObject({ code: 'http.unreachable' })
  const closed = await failureOf(['external.http', { url: `http://localhost:${hangingUp.port}/` }])
  expect(closed.error).toMatchObject({
    code: 'http.unreachable',
    message: `localhost:${hangingUp.port} closed the connection.`,
  })
  const insecure = await failureOf(['external.http', { url: `https://localhost:${hangingUp.port}/` }])
  expect(insecure.error.message).toContain(`localhost`)
  for (const { whole } of [refused, closed, insecure])
    expect(whole).not.toMatch(/127\.0\.0\.1|::1|errno|syscall|socket hang up|other side closed|node:|\.ts/)
})
