import { describe, expect, it } from 'vitest'
import { startProxy } from '#test/mail/proxy'
import type { ImapHandler } from '#test/mail/scripted-types'
import { sql } from '../../../platform/db/sql.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import {
  addNewMail,
  announceInbox,
  cleanups,
  eventually,
  inbox,
  isWatched,
  pause,
  server,
  startAndSync,
  startScriptedMirror,
  subjects,
} from './fixtures/scripted-mirror.ts'

// Traps of connections and sign-ins. Each title carries the name of the trap.

const refuseSignIn = (words: string) => {
  const refuse: ImapHandler = (_command, peer) => peer.no(words)
  Object.assign(server.on, { LOGIN: refuse, AUTHENTICATE: refuse })
}
const signIns = () => server.commands.filter((one) => /^(LOGIN|AUTHENTICATE)/.test(one)).length

describe('a server', () => {
  it('throttling and "too many connections": no login storm, and the mailbox stays active', async () => {
    const mirror = await startScriptedMirror({}, { initialBackoffMs: 1_000 })
    refuseSignIn('[LIMIT] Too many simultaneous connections')
    mirror.start()
    await expect.poll(signIns, eventually).toBe(1)
    // A second, eight times over, half of it at least: nothing before four seconds.
    await pause(1_000)
    expect([signIns(), server.accepted()]).toEqual([1, 1])
    const row = await mirror.db.row<object>(
      sql`select status, last_error ->> 'kind' as kind, auth_failures as failures from mailboxes`,
    )
    expect(row).toEqual({ status: 'active', kind: 'throttled', failures: 0 })
  })

  it('no second connection: the inbox is polled, and IDLE is retried with back-off', async () => {
    const mirror = await startScriptedMirror({}, { initialBackoffMs: 1_000 })
    let allowed = 1
    const limit: ImapHandler = (_command, peer, usual) =>
      allowed-- > 0 ? usual() : peer.no('[LIMIT] Too many simultaneous connections')
    Object.assign(server.on, { LOGIN: limit, AUTHENTICATE: limit })
    const began = performance.now()
    await startAndSync(mirror)
    await pause(1_000)
    const attempts = signIns() - 1
    // After half a second at the earliest, then one, then two.
    expect(500 * (2 ** (attempts - 1) - 1)).toBeLessThanOrEqual(performance.now() - began)
  })

  it('auth revoked in mid-session: three attempts, status error, one notification, no fourth', async () => {
    const mirror = await startScriptedMirror()
    await startAndSync(mirror)
    refuseSignIn('[AUTHENTICATIONFAILED] the password was changed')
    for (const peer of server.peers) peer.bye('[AUTHENTICATIONFAILED] session revoked')
    const status = () => mirror.db.row<object>(sql`select status, auth_failures as failures from mailboxes`)
    await expect.poll(status, eventually).toEqual({ status: 'error', failures: 3 })
    const told = await mirror.db.rows<{ kind: string }>(sql`select kind from notifications`)
    expect(told).toEqual([{ kind: 'mailbox.error' }])
    const attempts = signIns()
    await pause(600)
    expect(signIns()).toBe(attempts)
  })

  it('IDLE dies silently on both connections: detected, and mail of the meantime is imported', async () => {
    const mirror = await startScriptedMirror({}, { idleTimes: { probeMs: 300, replyMs: 1_000 } })
    const proxy = await startProxy(server)
    cleanups.push(proxy.stop)
    mirror.account.port = proxy.port
    await startAndSync(mirror)
    await expect.poll(isWatched, eventually).toBe(true)
    proxy.strike('swallow')
    addNewMail(4)
    announceInbox()
    await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 4'])
    await expectMirrorEqualsServer(mirror)
  })
})

it('STATUS of the open folder is stale: mail that arrives during a full poll is not missed', async () => {
  const mirror = await startScriptedMirror()
  // As Dovecot does: of the folder that is open, what was known when it was opened.
  let known = ''
  server.on.SELECT = (command, peer, usual) => {
    usual()
    known = command.args.includes('INBOX') ? `MESSAGES ${inbox.messages.length} UIDNEXT ${inbox.uidNext}` : ''
    peer.selected = command.args.includes('INBOX') ? 'INBOX' : peer.selected
  }
  server.on.STATUS = (_command, peer, usual) => {
    if (!known || peer.selected !== 'INBOX') return usual()
    peer.send(`* STATUS "INBOX" (${known} UIDVALIDITY 7 UNSEEN 0 HIGHESTMODSEQ ${inbox.highestModseq})`)
    peer.ok()
  }
  await startAndSync(mirror)
  await expect.poll(isWatched, eventually).toBe(true)
  // The look that the watch begins with is over.
  await pause(500)
  addNewMail(4)
  inbox.highestModseq = (inbox.highestModseq ?? 0) - 1
  await wakeOwner(mirror.db, mirror.mailboxId)
  await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 4'])
})
