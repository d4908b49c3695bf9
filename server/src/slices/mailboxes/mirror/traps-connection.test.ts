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

// Pitfalls of connections and sign-ins. Each title starts with the name of the pitfall.

const rejectSignIns = (response: string) => {
  const reject: ImapHandler = (_command, peer) => peer.no(response)
  Object.assign(server.on, { LOGIN: reject, AUTHENTICATE: reject })
}
const countSignIns = () => server.commands.filter((command) => /^(LOGIN|AUTHENTICATE)/.test(command)).length

describe('a server', () => {
  it('throttling and "too many connections": no login storm, and the mailbox stays active', async () => {
    const mirror = await startScriptedMirror({}, { initialBackoffMs: 1_000 })
    rejectSignIns('[LIMIT] Too many simultaneous connections')
    mirror.start()
    await expect.poll(countSignIns, eventually).toBe(1)
    // One second times eight, minus at most half for jitter: no retry before four seconds.
    await pause(1_000)
    expect([countSignIns(), server.accepted()]).toEqual([1, 1])
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
    const startedAt = performance.now()
    await startAndSync(mirror)
    await pause(1_000)
    const attempts = countSignIns() - 1
    // The delays are at least half a second, one second, two seconds.
    expect(500 * (2 ** (attempts - 1) - 1)).toBeLessThanOrEqual(performance.now() - startedAt)
  })

  it('auth revoked in mid-session: three attempts, status error, one notification, no fourth', async () => {
    const mirror = await startScriptedMirror()
    await startAndSync(mirror)
    rejectSignIns('[AUTHENTICATIONFAILED] the password was changed')
    for (const peer of server.peers) peer.bye('[AUTHENTICATIONFAILED] session revoked')
    const status = () => mirror.db.row<object>(sql`select status, auth_failures as failures from mailboxes`)
    await expect.poll(status, eventually).toEqual({ status: 'error', failures: 3 })
    const notifications = await mirror.db.rows<{ kind: string }>(sql`select kind from notifications`)
    expect(notifications).toEqual([{ kind: 'mailbox.error' }])
    const attempts = countSignIns()
    await pause(600)
    expect(countSignIns()).toBe(attempts)
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
  // Like Dovecot: STATUS of the open folder returns the state at the time it was opened.
  let openedState = ''
  server.on.SELECT = (command, peer, usual) => {
    usual()
    openedState = command.args.includes('INBOX')
      ? `MESSAGES ${inbox.messages.length} UIDNEXT ${inbox.uidNext}`
      : ''
    peer.selected = command.args.includes('INBOX') ? 'INBOX' : peer.selected
  }
  server.on.STATUS = (_command, peer, usual) => {
    if (!openedState || peer.selected !== 'INBOX') return usual()
    peer.send(`* STATUS "INBOX" (${openedState} UIDVALIDITY 7 UNSEEN 0 HIGHESTMODSEQ ${inbox.highestModseq})`)
    peer.ok()
  }
  await startAndSync(mirror)
  await expect.poll(isWatched, eventually).toBe(true)
  // Wait for the poll that the start of IDLE triggers.
  await pause(500)
  addNewMail(4)
  inbox.highestModseq = (inbox.highestModseq ?? 0) - 1
  await wakeOwner(mirror.db, mirror.mailboxId)
  await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 4'])
})
