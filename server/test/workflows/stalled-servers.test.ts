import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../src/platform/jobs/fixtures/until.ts'
import { chainOf, set } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, finished, hook, publish } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { mailWithAttachments } from '../mail/messages.ts'
import { startScriptedImap } from '../mail/scripted-imap.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../mail/scripted-smtp.ts'
import type { ScriptedImap } from '../mail/scripted-types.ts'
import { type TestServer, testServer } from '../server.ts'

const count = 50
let server: TestServer
/** Has the slow mail servers. */
let mallory: TestMember
let bob: TestMember
let imap: ScriptedImap
let quietImap: ScriptedImap
let slowSmtp: ScriptedSmtp
let smtp: ScriptedSmtp
const mailboxOf = new Map<TestMember, string>()
const inbox = () => ({
  INBOX: {
    uidValidity: 1,
    messages: Array.from({ length: count }, (_, n) => ({
      uid: n + 1,
      source: mailWithAttachments({ seed: n + 1, subject: `Mail ${n}`, messageId: `m${n}@mail.test` }),
    })),
  },
})

async function connect(member: TestMember, address: string, imapPort: number, smtpPort: number) {
  const { status, body } = await member.session('POST', '/api/v1/mailboxes/imap', {
    body: {
      address,
      password: 'secret',
      imapHost: '127.0.0.1',
      imapPort,
      imapSecure: false,
      smtpHost: '127.0.0.1',
      smtpPort,
      smtpSecure: false,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  mailboxOf.set(member, body.mailboxId)
}
const messagesOf = async (member: TestMember): Promise<string[]> => {
  const { body } = await member.session('GET', '/api/v1/messages?limit=100')
  return body.messages.map(({ id }: { id: string }) => id)
}

beforeAll(async () => {
  ;[imap, quietImap] = await Promise.all([startScriptedImap({ folders: inbox() }), startScriptedImap()])
  ;[slowSmtp, smtp] = await Promise.all([
    startScriptedSmtp({ extensions: ['AUTH PLAIN'], on: { MAIL: () => undefined } }),
    startScriptedSmtp({ extensions: ['AUTH PLAIN'] }),
  ])
  server = await testServer({
    MAILWRIGHT_ROLES: 'api,worker',
    MAILWRIGHT_LOG_LEVEL: 'silent',
    MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.1/32',
    MAILWRIGHT_UNDO_SECONDS: '0',
    MAILWRIGHT_LIMIT_SEND_PER_MINUTE: '1000',
    // Few enough that a handful of stalled transactions would stop everyone.
    MAILWRIGHT_DATABASE_CONNECTIONS: '6',
  })
  ;[mallory, bob] = await Promise.all([createMember(server), createMember(server)])
  await connect(mallory, 'mallory@mail.test', imap.port, slowSmtp.port)
  await connect(bob, 'bob@mail.test', quietImap.port, smtp.port)
  await until(async () => (await messagesOf(mallory)).length === count, eventually.timeout)
}, 120_000)
afterAll(async () => {
  await server?.close()
  await Promise.all([imap, quietImap, slowSmtp, smtp].map((one) => one?.stop()))
})

/** Swallows every fetch, as a server that hangs does. */
const stall = () => {
  imap.on['UID FETCH'] = () => undefined
}
/** Works again, and closes the connections that hang. */
const recover = () => {
  delete imap.on['UID FETCH']
  for (const peer of imap.peers) peer.reset()
}

/** Requests, a webhook and its runs: none of them may notice. */
async function expectNoDelay(member: TestMember) {
  const call = await hook(
    server,
    member,
    await publish(member, chainOf({ hook: ['trigger.webhook'], set: set({ a: 1 }) })),
  )
  const [reads, writes, runs] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, () => member.session('GET', '/api/v1/messages'))),
    Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        member.session('POST', '/api/v1/signatures', { body: { name: `${performance.now()} ${n}` } }),
      ),
    ),
    Promise.all(Array.from({ length: 20 }, async () => finished(member, await call({ b: 2 })))),
  ])
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['succeeded']))
}

describe("a member's slow mail server costs only that member", { timeout: 240_000 }, () => {
  it('fifty runs that wait for attachments', async () => {
    const graph = chainOf({ mail: ['trigger.message'], save: ['mail.save_attachments', { positions: [0] }] })
    const workflowId = await publish(mallory, graph)
    stall()
    const before = imap.accepted()
    const started = await mallory.session('POST', `/api/v1/workflows/${workflowId}/run`, {
      body: { messageIds: await messagesOf(mallory) },
    })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    await expect.poll(() => imap.accepted(), eventually).toBeGreaterThan(before)
    await expectNoDelay(bob)
    // A few for the attachments, two for the mirror and as many while it reconnects.
    expect(imap.peers.size).toBeLessThanOrEqual(8)
    recover()
    const runs = await Promise.all(started.body.executionIds.map((id: string) => finished(mallory, id)))
    const codes = runs.filter(({ status }) => status === 'failed').map(({ error }) => error.code)
    expect(codes.filter((code) => code !== 'mail.server_unavailable')).toEqual([])
    // Those that had to wait for their turn were not failed for it.
    expect(runs.filter(({ status }) => status === 'succeeded').length).toBeGreaterThan(0)
  })

  it('more runs than a process works on at once, all waiting for an HTTP server', async () => {
    const sockets = new Set<Socket>()
    let maxOpen = 0
    const stalled = createServer(() => undefined).listen(0, '127.0.0.1')
    stalled.on('connection', (socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      maxOpen = Math.max(maxOpen, sockets.size)
    })
    await once(stalled, 'listening')
    const url = `http://127.0.0.1:${(stalled.address() as AddressInfo).port}/`
    const graph = chainOf({ hook: ['trigger.webhook'], call: ['external.http', { url }] })
    const calls = await Promise.all(
      [1, 2, 3, 4].map(async () => hook(server, mallory, await publish(mallory, graph))),
    )
    for (let n = 0; n < 90; n++) await Promise.all(calls.map((call) => call({ n })))
    await expect.poll(() => maxOpen, eventually).toBeGreaterThan(0)
    await expectNoDelay(bob)
    // Of 300 that a process works on.
    expect(maxOpen).toBeLessThanOrEqual(60)
    stalled.close()
    for (const socket of sockets) socket.destroy()
  })

  it('fifty downloads of attachments', async () => {
    const ids = await messagesOf(mallory)
    stall()
    const before = imap.accepted()
    const downloads = ids.map((id) => mallory.session('GET', `/api/v1/messages/${id}/attachments/1`))
    await expect.poll(() => imap.accepted(), eventually).toBeGreaterThan(before)
    await expectNoDelay(bob)
    recover()
    const statuses = (await Promise.all(downloads)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
  })

  it('sixty mails to an SMTP server that does not respond', async () => {
    const send = (member: TestMember, n: number) =>
      member.session('POST', '/api/v1/messages/send', {
        body: {
          mailboxId: mailboxOf.get(member),
          to: ['zoe@elsewhere.example'],
          subject: `Sent ${n}`,
          bodyText: 'Hello',
          clientToken: `${member.id} ${n}`,
        },
      })
    for (let n = 0; n < 60; n++) expect((await send(mallory, n)).status).toBe(202)
    await expect.poll(() => slowSmtp.accepted(), eventually).toBeGreaterThan(0)
    expect((await send(bob, 0)).status).toBe(202)
    await expect.poll(() => smtp.mails.length, eventually).toBe(1)
    // Ten at a time, of the fifty jobs that run at once.
    expect(slowSmtp.accepted()).toBeLessThanOrEqual(40)
    await expectNoDelay(bob)
  })
})
