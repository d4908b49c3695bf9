import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { assertNoTransaction } from '../../platform/concurrency/transaction-scope.ts'
import { keyRingFromText } from '../../platform/crypto/key-ring.ts'
import { createVault } from '../../platform/crypto/vault.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { createLive, type Live } from '../../platform/live/live.ts'
import { createLog } from '../../platform/log/log.ts'
import { type Secret, secretOwner } from './account.ts'
import { AccountClosed, createAccounts, type Grant } from './index.ts'

const vault = createVault({ keys: keyRingFromText(`k:${Buffer.alloc(32, 1).toString('base64')}`) })
const memberId = newId()
let db: Database
let live: Live
let drop: () => Promise<void>
beforeAll(async () => {
  let url: string
  ;({ db, url, drop } = await testDatabase())
  const own = openDatabase({ url, connections: 1, name: 'mailwright live', onIdleError: () => undefined })
  live = createLive({ db: own, log: createLog('silent') })
  await db.run(sql`
    insert into members (id, email, name, role, status) values (${memberId}, 'a@example.com', 'A', 'member', 'active')`)
})
afterAll(async () => {
  await live.close()
  await drop()
})

const servers = {
  imap: { host: 'i', port: 993, secure: true },
  smtp: { host: 's', port: 587, secure: false },
  username: 'ada',
  allowInvalidCertificate: false,
}
async function mailbox(provider: string, secret: Secret) {
  const id = newId()
  const secretId = await vault.put(db, { ...secretOwner(id), value: JSON.stringify(secret) })
  await db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers, secret_id)
    values (${id}, ${memberId}, ${provider}, ${`${id}@x.example`}, ${JSON.stringify(servers)}, ${secretId})`)
  return id
}
const grant = (accessToken: string, msLeft: number): Grant => ({
  accessToken,
  refreshToken: `refresh of ${accessToken}`,
  expiresAt: new Date(Date.now() + msLeft).toISOString(),
})
const revoked = new Error('invalid_grant')
const accountsWith = (refresh: (grant: Grant) => Promise<Grant>) =>
  createAccounts({
    live,
    vault,
    refresh: (_provider, given) => refresh(given),
    isRevoked: (error) => error === revoked,
  })
const never = accountsWith(() => Promise.reject(new Error('no refresh was due')))

describe('opening an account', () => {
  it('returns both servers with the password', async () => {
    const { imap, smtp } = await never.openAccount(db, await mailbox('imap', { password: 'p' }))
    expect(imap).toEqual({
      ...servers.imap,
      username: 'ada',
      auth: { kind: 'password', password: 'p' },
      allowInvalidCertificate: false,
    })
    expect(smtp).toEqual({
      ...servers.smtp,
      auth: { user: 'ada', password: 'p' },
      allowInvalidCertificate: false,
    })
  })

  it('returns an unexpired token unchanged', async () => {
    const { imap } = await never.openAccount(db, await mailbox('google', grant('good', 600_000)))
    expect(imap.auth).toEqual({ kind: 'xoauth2', accessToken: 'good' })
  })

  it('refreshes once for concurrent callers', async () => {
    const id = await mailbox('google', grant('old', 1_000))
    const asked: string[] = []
    const accounts = accountsWith(async ({ refreshToken }) => {
      asked.push(refreshToken)
      await sleep(100)
      return grant('new', 3_600_000)
    })
    const opened = await Promise.all(Array.from({ length: 5 }, () => accounts.openAccount(db, id)))
    for (const { imap } of opened) expect(imap.auth).toEqual({ kind: 'xoauth2', accessToken: 'new' })
    expect(asked).toEqual(['refresh of old'])
    expect((await never.openAccount(db, id)).smtp.auth).toEqual({ user: 'ada', accessToken: 'new' })
  })

  it('calls the provider while no transaction is open', async () => {
    const id = await mailbox('google', grant('old', 1_000))
    const accounts = accountsWith(async () => {
      assertNoTransaction('The provider was called')
      return grant('new', 3_600_000)
    })
    const { imap } = await accounts.openAccount(db, id)
    expect(imap.auth).toEqual({ kind: 'xoauth2', accessToken: 'new' })
  })

  it('takes over from a process that died while it refreshed, whose late token is not stored', async () => {
    const id = await mailbox('google', grant('old', 1_000))
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const slow = accountsWith(async () => {
      asked.resolve()
      await answered
      return grant('late', 3_600_000)
    })
    const late = slow.openAccount(db, id)
    await asked.promise
    await db.run(sql`update mailboxes set refresh_claimed_at = now() - interval '2 minutes' where id = ${id}`)
    const accounts = accountsWith(async () => grant('new', 3_600_000))
    expect((await accounts.openAccount(db, id)).smtp.auth).toEqual({ user: 'ada', accessToken: 'new' })
    answer()
    await expect(late).rejects.toThrow('took too long')
    expect((await never.openAccount(db, id)).smtp.auth).toEqual({ user: 'ada', accessToken: 'new' })
  })

  it('puts the mailbox in error when the grant is revoked', async () => {
    const id = await mailbox('google', grant('old', 1_000))
    const accounts = accountsWith(() => Promise.reject(revoked))
    await expect(accounts.openAccount(db, id)).rejects.toThrow(AccountClosed)
    const row = await db.row<{ status: string; kind: string }>(
      sql`select status, last_error->>'kind' as kind from mailboxes where id = ${id}`,
    )
    expect(row).toEqual({ status: 'error', kind: 'grant_revoked' })
  })

  it('rethrows a transient failure', async () => {
    const id = await mailbox('google', grant('old', 1_000))
    const accounts = accountsWith(() => Promise.reject(new Error('away')))
    await expect(accounts.openAccount(db, id)).rejects.toThrow('away')
    const row = await db.row(sql`select status from mailboxes where id = ${id}`)
    expect(row).toEqual({ status: 'active' })
  })

  it('rejects a disconnected or unknown mailbox', async () => {
    const id = await mailbox('imap', { password: 'p' })
    await db.run(sql`update mailboxes set status = 'disconnected', secret_id = null where id = ${id}`)
    for (const one of [id, newId()]) await expect(never.openAccount(db, one)).rejects.toThrow(AccountClosed)
  })
})
