import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { finished, hook, publish, workerRole } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type Listening, listen } from '../mail/listen.ts'
import { type TestServer, testServer } from '../server.ts'

let server: TestServer
let ada: TestMember
let mail: Listening
let hits = 0
beforeAll(async () => {
  mail = await listen(
    createServer((_request, response) => {
      hits++
      response.end('ok')
    }),
  )
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8' })
  ada = await createMember(server)
})
afterAll(async () => {
  await server?.close()
  await mail?.stop()
})

const call = async (host: string, port = mail.port) => {
  const graph = chainOf({
    hook: ['trigger.webhook'],
    call: ['external.http', { url: `http://${host}:${port}/`, timeoutMs: 5000 }],
  })
  return finished(ada, await (await hook(server, ada, await publish(ada, graph)))({}))
}
const blocked = { status: 'failed', error: { code: 'http.blocked', kind: 'permanent' } }

it('keeps web service calls away from the server of a connected mailbox, however its host is written', async () => {
  expect((await call('127.0.0.1')).status).toBe('succeeded')
  const body = {
    address: 'ada@example.com',
    imapHost: '127.0.0.1',
    imapPort: mail.port,
    smtpHost: 'mail.example.com',
    password: 'x',
  }
  const other = await createMember(server)
  expect((await other.session('POST', '/api/v1/mailboxes/imap', { body })).status).toBe(201)
  for (const host of ['127.0.0.1', '127.1', '0x7f.1', '[::ffff:127.0.0.1]'])
    expect(await call(host)).toMatchObject(blocked)
  expect(hits).toBe(1)
})

it('keeps web service calls away from mail ports, allowed or not', async () => {
  for (const port of [25, 143, 587, 4190]) expect(await call('127.0.0.1', port)).toMatchObject(blocked)
})
