import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { startScriptedImap } from '#test/mail/scripted-imap'
import { startScriptedSmtp } from '#test/mail/scripted-smtp'
import { createFindServices } from '../../protocols/autodetect/find-services.ts'
import { openImap } from '../../protocols/imap/imap.ts'
import { probeTimeouts } from '../../protocols/smtp/account.ts'
import { openSession } from '../../protocols/smtp/session.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { openUnitOfWork } from '../http/unit-of-work.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import { withTransactionScope } from './transaction-scope.ts'

let db: Database
let drop: () => Promise<void>
let http: Server
let outbound: Outbound
let url: string
const closers: (() => Promise<void>)[] = []

/** Every way of calling another server. */
const calls = new Map<string, () => Promise<unknown>>()

beforeAll(async () => {
  ;({ db, drop } = await testDatabase())
  http = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  const { port } = http.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  outbound = createOutbound({ purpose: 'http', allow: ['127.0.0.1/32'] })
  const imap = await startScriptedImap({ folders: { INBOX: { uidValidity: 1, messages: [] } } })
  const smtp = await startScriptedSmtp()
  const account = {
    host: '127.0.0.1',
    port: imap.port,
    secure: false,
    username: 'ada',
    auth: { kind: 'password' as const, password: 'p' },
    allowInvalidCertificate: true,
  }
  const session = await openImap(account)
  closers.push(session.close, imap.stop, smtp.stop, outbound.close, drop)
  calls.set('a host name', () => outbound.resolve('127.0.0.1', port))
  calls.set('a connection', async () => (await outbound.connect('127.0.0.1', port)).destroy())
  calls.set('an HTTP request', () => outbound.fetch(url).then((response) => response.text()))
  calls.set('an IMAP session', async () => (await openImap(account)).close())
  calls.set('a command of an open IMAP session', () => session.open('INBOX'))
  calls.set('an SMTP session', async () => {
    const { signal } = new AbortController()
    const target = { host: '127.0.0.1', port: smtp.port, secure: false }
    const { dialogue } = await openSession(target, { net: outbound, timeouts: probeTimeouts, signal })
    dialogue.quit()
  })
  calls.set('a lookup of mail services', () => createFindServices(async () => [], 100)('example.com'))
})
afterAll(async () => {
  for (const close of closers) await close()
  http.close()
})

const names = [
  'a host name',
  'a connection',
  'an HTTP request',
  'an IMAP session',
  'a command of an open IMAP session',
  'an SMTP session',
  'a lookup of mail services',
]
const callOf = (name: string) => calls.get(name) ?? (() => Promise.reject(new Error(name)))
const violation = /while a transaction is open/

describe.each(names)('%s', (name) => {
  it('is rejected in a transaction', async () => {
    await expect(db.transaction(callOf(name))).rejects.toThrow(violation)
  })

  it('is rejected in the transaction of a request, however deep', async () => {
    await withTransactionScope(async () => {
      const work = openUnitOfWork(db, true)
      const tx = await work.statement()
      await tx.run(sql`select 1`)
      const later = new Promise((resolve) => setImmediate(resolve)).then(callOf(name))
      await expect(later).rejects.toThrow(violation)
      await work.rollback()
    })
  })

  it('may be made before and after a transaction, and beside one', async () => {
    await withTransactionScope(async () => {
      await callOf(name)()
      const work = openUnitOfWork(db, true)
      await work.transaction()
      await work.commit()
      await callOf(name)()
    })
    const beside = db.transaction((tx) => tx.run(sql`select pg_sleep(0.05)`))
    await callOf(name)()
    await beside
  })

  it('may be made by what a transaction has left running', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const left = await db.transaction(async () => ({ work: ended.then(callOf(name)) }))
    resolve()
    await left.work
  })
})

it('a failed transaction counts as ended', async () => {
  await withTransactionScope(async () => {
    await expect(db.transaction((tx) => tx.run(sql`select 1 / 0`))).rejects.toThrow('division by zero')
    await outbound.fetch(url)
  })
})
