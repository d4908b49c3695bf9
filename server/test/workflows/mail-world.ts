import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { expect } from 'vitest'
import { until } from '../../src/platform/jobs/fixtures/until.ts'
import { eventually, finished } from '../../src/slices/executions/fixtures/run-workflow.ts'
import type { Answer } from '../client.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type Dovecot, startDovecot } from '../mail/dovecot.ts'
import { type Exim, startExim } from '../mail/exim.ts'
import { type TestServer, testServer } from '../server.ts'

// The product between a real Dovecot and a real Exim. Ada's mailbox is connected to it; the others are outside.

type OnServer = { uid: number; flags: string[]; subject: string }

export type MailWorld = {
  server: TestServer
  dovecot: Dovecot
  exim: Exim
  ada: TestMember
  mailboxId: string
  /** The sources of the mails in a user's folder, as stored by the server. */
  sources(user: string, folder?: string): string[]
  /** Waits for the one mail with this text in its header. */
  arrived(user: string, header: string, folder?: string): Promise<string>
  /** A folder of Ada's as an IMAP client sees it. */
  folder(name: string): Promise<OnServer[]>
  /** Connects Ada's mailbox, also again; returns its id. */
  connect(): Promise<string>
  /** What Ada does in another mail program; the mirror follows at once. */
  elsewhere(work: (client: ImapFlow) => Promise<unknown>): Promise<void>
  /** Delivers a mail to Ada and returns its id once it is mirrored. */
  receive(source: string | Buffer, subject: string): Promise<string>
  /** The response body of a request by Ada. */
  get(path: string): Promise<Answer['body']>
  close(): Promise<void>
}

export const mailFrom = (from: string, subject: string, more: string[] = [], body = 'Hello Ada.') =>
  [
    `From: ${from}`,
    'To: ada@mail.test',
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(/\W+/g, '-')}@mail.test>`,
    'Date: Mon, 02 Nov 2026 09:00:00 +0000',
    ...more,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '',
  ].join('\r\n')

/** The header block, unfolded, by lower-case name. */
export const headersOf = (source: string): Record<string, string> =>
  Object.fromEntries(
    (source.split(/\r?\n\r?\n/)[0] ?? '')
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )

function readMaildir(folder: string): string[] {
  return ['new', 'cur'].flatMap((part) => {
    try {
      return readdirSync(join(folder, part)).map((file) => readFileSync(join(folder, part, file), 'utf8'))
    } catch {
      // Not there yet, or just renamed by the server: the next poll finds it.
      return []
    }
  })
}

async function withClient<T>(dovecot: Dovecot, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const { username: user, password: pass } = dovecot.user('ada')
  const client = new ImapFlow({
    host: 'localhost',
    port: dovecot.imapPort,
    secure: false,
    doSTARTTLS: false,
    logger: false,
    auth: { user, pass },
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.logout()
  }
}

const readFolder = (dovecot: Dovecot, name: string) =>
  withClient(dovecot, async (client) => {
    const { exists } = await client.mailboxOpen(name, { readOnly: true })
    const found: OnServer[] = []
    if (exists === 0) return found
    for await (const { uid, flags, envelope } of client.fetch('1:*', { flags: true, envelope: true }))
      found.push({ uid, flags: [...(flags ?? [])], subject: envelope?.subject ?? '' })
    return found
  })

async function connectMailbox({ dovecot, exim }: Pick<MailWorld, 'dovecot' | 'exim'>, member: TestMember) {
  const { status, body } = await member.session('POST', '/api/v1/mailboxes/imap', {
    body: {
      ...dovecot.user('ada'),
      allowInvalidCertificate: true,
      imapHost: 'localhost',
      imapPort: dovecot.imapPort,
      imapSecure: false,
      smtpHost: 'localhost',
      smtpPort: exim.smtpPort,
      smtpSecure: false,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.mailboxId as string
}

export async function startMailWorld(
  environment: Record<string, string> = {},
  alsoAllowed: string[] = [],
): Promise<MailWorld> {
  const users = ['ada', 'bob', 'carol']
  const dovecot = await startDovecot({ users })
  const exim = await startExim({ dovecot, users })
  const ports = [dovecot.imapPort, exim.smtpPort].map((port) => `localhost:${port}`)
  const allow = [...ports, ...alsoAllowed].join(',')
  const server = await testServer(
    {
      MAILWRIGHT_ROLES: 'api,worker',
      MAILWRIGHT_OUTBOUND_ALLOW: allow,
      MAILWRIGHT_UNDO_SECONDS: '0',
      ...environment,
    },
    { mail: {} },
  )
  // Creates the folder. Mail that is there before the backfill starts no workflows.
  await dovecot.deliver('ada', mailFrom('Zoe <zoe@mail.test>', 'Old project'), { folder: 'Projects' })
  const ada = await createMember(server, { name: 'Ada Test' })
  const mailboxId = await connectMailbox({ dovecot, exim }, ada)
  const backfill = async () =>
    (await ada.session('GET', '/api/v1/mailboxes')).body.mailboxes[0].backfill.status
  await until(async () => (await backfill()) === 'done', eventually.timeout)
  const sources = (user: string, folder?: string) => readMaildir(dovecot.maildir(user, folder))
  const known = async (subject: string): Promise<string | undefined> => {
    const { body } = await ada.session(
      'GET',
      `/api/v1/messages?q=${encodeURIComponent(`subject:"${subject}"`)}`,
    )
    return body.messages?.[0]?.id
  }
  return {
    server,
    dovecot,
    exim,
    ada,
    mailboxId,
    sources,
    async arrived(user, header, folder) {
      const find = () => sources(user, folder).filter((one) => one.split(/\r?\n\r?\n/)[0]?.includes(header))
      await expect.poll(() => find().length, eventually).toBe(1)
      return find()[0] ?? ''
    },
    get: async (path) => (await ada.session('GET', path)).body,
    folder: (name) => readFolder(dovecot, name),
    connect: () => connectMailbox({ dovecot, exim }, ada),
    async elsewhere(work) {
      await withClient(dovecot, work)
      await ada.session('POST', `/api/v1/mailboxes/${mailboxId}/sync`)
    },
    async receive(source, subject) {
      await dovecot.deliver('ada', source)
      await until(() => known(subject), eventually.timeout)
      return (await known(subject)) ?? ''
    },
    async close() {
      await server.close()
      await exim.stop()
      await dovecot.stop()
    },
  }
}

type Graph = Parameters<typeof import('../../src/slices/executions/fixtures/run-workflow.ts').publish>[1]

/** A simulated run of a graph on a message. */
export async function dryRun(member: TestMember, graph: Graph, messageId: string) {
  const made = await member.session('POST', '/api/v1/workflows', { body: { name: 'Try', graph } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const tried = await member.session('POST', `/api/v1/workflows/${made.body.id}/test-runs`, {
    body: { messageId },
  })
  expect(tried.status, JSON.stringify(tried.body)).toBe(202)
  return finished(member, tried.body.executionId)
}

/** Runs a published workflow on existing messages, not simulated. */
export async function runOn(member: TestMember, workflowId: string, messageIds: string[]) {
  const { status, body } = await member.session('POST', `/api/v1/workflows/${workflowId}/run`, {
    body: { messageIds },
  })
  expect(status, JSON.stringify(body)).toBe(202)
  return Promise.all((body.executionIds as string[]).map((id) => finished(member, id)))
}
