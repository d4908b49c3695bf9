import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { openMail } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { HostNotFound, OutboundBlocked } from '../../platform/outbound/errors.ts'
import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'

const needle = 'needle-in-a-password'
const script: { imap: () => unknown; smtp: () => unknown } = { imap: () => null, smtp: () => null }
const tried: (['imap', ImapAccount] | ['smtp', SmtpAccount])[] = []
const probe = {
  imap: async (account: ImapAccount) => {
    tried.push(['imap', account])
    await script.imap()
    return undefined
  },
  smtp: async (account: SmtpAccount) => {
    tried.push(['smtp', account])
    await script.smtp()
  },
}

let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (chunk, _encoding, done) => {
      logged += chunk
      done()
    },
  }),
)

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer({}, { mail: { ...openMail, probe }, log })
  ada = await createMember(server)
})
afterAll(() => server.close())

const kindFault = (kind: string) => () => {
  throw Object.assign(new Error(`LOGIN ada ${needle} refused`), { kind })
}
const blocked = () => {
  throw new OutboundBlocked('mail.internal', 993)
}
const notFound = () => {
  throw new HostNotFound('nowhere.example')
}

const connect = async (faults: Partial<typeof script>, headers = {}) => {
  Object.assign(script, { imap: () => null, smtp: () => null }, faults)
  tried.length = 0
  const body = { address: 'ada@example.com', imapHost: 'i.example', smtpHost: 's.example', password: needle }
  return ada.session('POST', '/api/v1/mailboxes/imap', { body, headers })
}
const mailboxes = () => server.db.rows(sql`select from mailboxes`)

describe.each(['imap', 'smtp'] as const)('a fault of the %s server', (side) => {
  it.each([
    ['host_not_found', kindFault('host_not_found')],
    ['host_not_found', notFound],
    ['unreachable', kindFault('unreachable')],
    ['unreachable', kindFault('throttled')],
    ['unreachable', kindFault('protocol')],
    ['tls_failed', kindFault('tls_failed')],
    ['auth_failed', kindFault('auth_failed')],
  ])('is reported as %s, and nothing is stored', async (reason, fault) => {
    const { status, body, text } = await connect({ [side]: fault })
    expect([status, body.code]).toEqual([422, `${side}.${reason}`])
    expect(text).not.toContain(needle)
    expect(tried.map(([which]) => which)).toEqual(side === 'imap' ? ['imap'] : ['imap', 'smtp'])
    expect(await mailboxes()).toEqual([])
  })

  it('names the setting that allows a private address', async () => {
    const { status, body } = await connect({ [side]: blocked })
    expect([status, body.code]).toEqual([422, `${side}.unreachable`])
    expect(body.message).toContain(`MAILWRIGHT_OUTBOUND_ALLOW=${side.slice(0, 1)}.example:`)
  })

  it('is an internal error when the server did not cause it', async () => {
    const { status, body } = await connect({
      [side]: () => {
        throw new TypeError('a slip')
      },
    })
    expect([status, body.code]).toEqual([500, 'internal.error'])
  })
})

it('passes user name and password to both servers', async () => {
  expect((await connect({})).status).toBe(201)
  expect(tried).toEqual([
    [
      'imap',
      {
        host: 'i.example',
        port: 993,
        secure: true,
        username: 'ada@example.com',
        auth: { kind: 'password', password: needle },
        allowInvalidCertificate: false,
      },
    ],
    [
      'smtp',
      {
        host: 's.example',
        port: 465,
        secure: true,
        allowInvalidCertificate: false,
        auth: { user: 'ada@example.com', password: needle },
      },
    ],
  ])
  await server.db.run(sql`delete from mailboxes`)
})

it('keeps no transaction open during the probe', async () => {
  let open: unknown
  const imap = async () => {
    open = await server.db.rows(sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
  }
  expect((await connect({ imap }, { 'idempotency-key': 'slow' })).status).toBe(201)
  expect(open).toEqual([])
  await server.db.run(sql`delete from mailboxes`)
})

it('stores nothing for a member who is suspended during the probe', async () => {
  const imap = () => server.db.run(sql`update members set status = 'suspended' where id = ${ada.id}`)
  const { status, body } = await connect({ imap })
  await server.db.run(sql`update members set status = 'active' where id = ${ada.id}`)
  expect([status, body.code]).toEqual([401, 'auth.unauthenticated'])
  expect(await mailboxes()).toEqual([])
})

it('never logs the password', () => {
  expect(logged).toContain('/api/v1/mailboxes/imap')
  expect(logged).not.toContain(needle)
})

describe('without an encryption key', () => {
  it('rejects before any server is probed', async () => {
    const bare = await testServer({ MAILWRIGHT_SECRET_KEY: '' }, { mail: { ...openMail, probe } })
    const bob = await createMember(bare)
    tried.length = 0
    const body = { address: 'b@example.com', imapHost: 'i', smtpHost: 's', password: 'p' }
    const answer = await bob.session('POST', '/api/v1/mailboxes/imap', { body })
    expect([answer.status, answer.body.code]).toEqual([409, 'credentials.encryption_disabled'])
    expect(tried).toEqual([])
    await bare.close()
  })
})
