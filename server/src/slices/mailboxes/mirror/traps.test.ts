import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { testFingerprints } from '#test/fingerprints'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import type { DovecotOptions } from '#test/mail/dovecot-config'
import { mixedMails } from '#test/mail/messages'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { actOnThread } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import { type BareMirror, type MirrorOverrides, mirrorOnUser } from './fixtures/test-mirror.ts'

// Pitfalls that a real server can reproduce. Each title starts with the name of the pitfall.

const users = Array.from({ length: 20 }, (_, i) => `ada${i}`)
let shared: Dovecot
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  shared = await startDovecot({ users })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(() => shared?.stop())

let usedCount = 0
let mirror: BareMirror
let dovecot: Dovecot
let user: string
/** Creates a mirror of an unused mailbox, on the shared server or on one with other options. */
async function setUp(options?: DovecotOptions, overrides: MirrorOverrides = {}) {
  user = users[usedCount++] ?? ''
  dovecot = options ? await startDovecot({ users, ...options }) : shared
  if (options) cleanups.push(dovecot.stop)
  mirror = await mirrorOnUser(dovecot, user, overrides)
  cleanups.push(mirror.close)
}
const deliver = (source: string | Buffer | (string | Buffer)[], folder?: string) =>
  dovecot.deliver(user, source, folder ? { folder } : {})

const eventually = { timeout: 60_000, interval: 50 }
const mail = (n: number, headers = '') =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n${headers}\r\nBody ${n}\r\n`
const count = async () => (await mirror.db.rows(sql`select from messages`)).length
const ids = async () =>
  (await mirror.db.rows<{ id: string }>(sql`select id from messages order by id`)).map(({ id }) => id)
const isInboxSynced = async () =>
  (await mirror.db.row(
    sql`select from folders where key = 'inbox' and mirrored_from = 1 and new_since is null`,
  )) !== undefined
const startAndSync = async () => {
  mirror.start()
  await expect.poll(isInboxSynced, eventually).toBe(true)
}
const wakeMirror = () => wakeOwner(mirror.db, mirror.mailboxId)
const subjects = () => mirror.dispatched.map(({ parsed }) => parsed.subject)

describeWithMail('mirror equals server', () => {
  it('UIDVALIDITY changes: rows keep their ids, flags follow, and only the new mail triggers', async () => {
    await setUp()
    await deliver(mail(1))
    await startAndSync()
    await deliver(mail(2))
    await expect.poll(count, eventually).toBe(2)
    const before = await ids()
    await mirror.stop()
    // Without its index Dovecot renumbers the messages under a new UIDVALIDITY.
    const folder = dovecot.maildir(user)
    for (const name of ['dovecot-uidlist', 'dovecot.index', 'dovecot.index.log', 'dovecot.index.cache'])
      await rm(join(folder, name), { force: true })
    await mirror.db.run(sql`update folders set uid_validity = '1' where key = 'inbox'`)
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      await inbox.addFlags((await inbox.uids()).slice(0, 1), ['\\Seen'])
    })
    await deliver(mail(3))
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect((await ids()).slice(0, 2)).toEqual(before)
    expect(subjects()).toEqual(['Mail 2', 'Mail 3'])
  })

  it('VANISHED (EARLIER) after a long absence', async () => {
    await setUp()
    await deliver([1, 2, 3, 4, 5, 6].map((n) => mail(n)))
    await startAndSync()
    await mirror.stop()
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const uids = await inbox.uids()
      await inbox.expunge([uids[0] ?? 0, uids[2] ?? 0, uids[5] ?? 0])
      await inbox.addFlags(uids.slice(3, 4), ['\\Flagged', '\\Answered'])
    })
    await deliver(mail(7))
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect(subjects()).toEqual(['Mail 7'])
  })

  it('no CONDSTORE', async () => {
    await setUp({ capability: 'IMAP4rev1 SASL-IR IDLE NAMESPACE UIDPLUS MOVE' })
    await deliver([1, 2, 3].map((n) => mail(n)))
    await startAndSync()
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const [first = 0, second = 0] = await inbox.uids()
      await inbox.addFlags([first], ['\\Seen'])
      await inbox.expunge([second])
    })
    await deliver(mail(4))
    await expectMirrorEqualsServer(mirror)
    const withModseq = await mirror.db.row(sql`select from folders where highest_modseq is not null`)
    expect(withModseq).toBeUndefined()
  })

  it('moved messages, duplicates and one without an id: one row each, no second trigger', async () => {
    await setUp()
    await startAndSync()
    const bare = 'From: x@y.example\r\nSubject: None\r\n\r\nNo id\r\n'
    await deliver([mail(1), mail(2), mail(2), bare])
    await expect.poll(count, eventually).toBe(4)
    const [before, dispatched] = [await ids(), subjects()]
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const uids = await inbox.uids()
      await inbox.addFlags(uids.slice(1), ['\\Seen'])
      await inbox.move(uids, 'Archive')
    })
    await wakeMirror()
    await expectMirrorEqualsServer(mirror)
    expect([await ids(), subjects()]).toEqual([before, dispatched])
    expect(dispatched.toSorted()).toEqual(['Mail 1', 'Mail 2', 'None'])
  })

  it('messages moved away and back within a moment: the same rows, no second trigger', async () => {
    await setUp()
    await startAndSync()
    const bare = 'From: x@y.example\r\nSubject: None\r\n\r\nNo id\r\n'
    await deliver([mail(1), mail(2), bare])
    await expect.poll(count, eventually).toBe(3)
    const [before, dispatched] = [await ids(), subjects()]
    const moveBothWays = () =>
      mirror.withServer(async (session) => {
        const inbox = await session.open('INBOX')
        const { uids } = await inbox.move(await inbox.uids(), 'Archive')
        await (await session.open('Archive')).move([...(uids?.values() ?? [])], 'INBOX')
      })
    // While the mirror is running, and several times while it is not.
    await moveBothWays()
    await wakeMirror()
    await expectMirrorEqualsServer(mirror)
    await mirror.stop()
    await moveBothWays()
    await moveBothWays()
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect([await ids(), subjects()]).toEqual([before, dispatched])
  })

  it('duplicate, missing or forged Message-IDs: each is a separate message', async () => {
    await setUp()
    await startAndSync()
    const bare = 'From: x@y.example\r\nSubject: None\r\n\r\nNo id\r\n'
    await deliver([mail(1), mail(1, 'X-Copy: 2\r\n'), bare, bare.replace('No id', 'Other')])
    await expect.poll(count, eventually).toBe(4)
    await expectMirrorEqualsServer(mirror)
    expect(subjects().sort()).toEqual(['Mail 1', 'Mail 1', 'None', 'None'])
  })

  it('flag races: concurrent changes by us and by others are both kept', async () => {
    await setUp()
    await deliver(mail(1))
    await startAndSync()
    const caller: Caller = {
      memberId: mirror.memberId,
      email: '',
      role: 'member',
      settings: {},
      via: { kind: 'session', sessionId: '' },
    }
    const row = await mirror.db.row<{ id: string }>(sql`select thread_id as id from messages`)
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const uids = await inbox.uids()
      const ours = mirror.db.transaction((db) =>
        actOnThread(
          db,
          caller,
          row?.id ?? '',
          { action: 'markRead', clientToken: 'race-race' },
          {
            wake: wakeOwner,
            onDeleted: async () => undefined,
            live: mirror.live,
            fingerprints: testFingerprints,
          },
        ),
      )
      await Promise.all([ours, inbox.addFlags(uids, ['\\Flagged']), inbox.addFlags(uids, ['\\Answered'])])
    })
    const isPending = () => mirror.db.row(sql`select from message_ops where status = 'pending'`)
    await expect.poll(isPending, eventually).toBeUndefined()
    await expectMirrorEqualsServer(mirror)
    const now = await mirror.db.row<object>(sql`select seen, flagged, answered from messages`)
    expect(now).toEqual({ seen: true, flagged: true, answered: true })
  })

  it('hundreds of mixed mails, restarted during the import', async () => {
    await setUp()
    await deliver(mixedMails(1_500, 7))
    mirror.start()
    for (const part of [100, 400, 900]) {
      await expect.poll(count, eventually).toBeGreaterThan(part)
      await mirror.stop()
      mirror.start()
    }
    await expectMirrorEqualsServer(mirror, undefined, 60_000)
    expect(mirror.dispatched).toEqual([])
  })

  it('one poison message does not block its folder', async () => {
    await setUp()
    const poison = `From: a@b.example\r\nSubject: \u0000\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(2_000)}`
    await deliver([mail(1), poison, '', mail(2)])
    await startAndSync()
    await deliver(mail(3))
    await expect.poll(count, eventually).toBe(5)
    await expectMirrorEqualsServer(mirror)
    expect(subjects()).toEqual(['Mail 3'])
  })

  it('a crash between "stored" and "dispatched": neither happened, and both happen once', async () => {
    let crashes = 2
    const dispatchedIds: string[] = []
    await setUp(undefined, {
      dispatch: async (tx, _mailbox, messages) => {
        if (crashes-- > 0) throw new Error('the process crashed')
        tx.afterCommit(() => void mirror.dispatched.push(...messages))
        dispatchedIds.push(...messages.map(({ id }) => id))
        return new Set(messages.map(({ id }) => id))
      },
    })
    await startAndSync()
    await deliver([mail(1), mail(2)])
    await expect.poll(() => dispatchedIds.length, eventually).toBe(2)
    await expectMirrorEqualsServer(mirror)
    expect(crashes).toBe(-1)
    await mirror.stop()
    mirror.start()
    await deliver(mail(3))
    await expect.poll(() => subjects(), eventually).toEqual(['Mail 1', 'Mail 2', 'Mail 3'])
  })
})

const withClient = async (work: (client: ImapFlow) => Promise<unknown>) => {
  const { username, password } = dovecot.user(user)
  const auth = { user: username, pass: password }
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.imapPort,
    secure: false,
    auth,
    logger: false,
    tls: { rejectUnauthorized: false },
  })
  await client.connect()
  await work(client)
  await client.logout()
}

describeWithMail('folders', () => {
  it('renamed, deleted, re-created: content follows, and only new mail triggers', async () => {
    await setUp()
    await withClient(async (client) => {
      await client.mailboxCreate('Projects')
      await client.mailboxCreate('Old')
      await client.mailboxCreate('Again')
    })
    await deliver([mail(1), mail(2)], 'Projects')
    await deliver(mail(3), 'Old')
    await deliver(mail(4), 'Again')
    await startAndSync()
    await expect.poll(count, eventually).toBe(4)
    const renamed = () =>
      mirror.db.rows<object>(sql`
        select m.id, m.thread_id from messages m where subject in ('Mail 1', 'Mail 2') order by subject`)
    const before = await renamed()
    await withClient(async (client) => {
      await client.mailboxRename('Projects', 'Work')
      await client.mailboxDelete('Old')
      await client.mailboxDelete('Again')
      await client.mailboxCreate('Again')
      await client.append('Again', mail(5))
    })
    await wakeMirror()
    await expectMirrorEqualsServer(mirror)
    expect(await renamed()).toEqual(before)
    expect(subjects()).toEqual(['Mail 5'])
  })

  it('modified UTF-7, odd delimiters and a prefix', async () => {
    await setUp({ separator: '.', prefix: 'INBOX.' })
    const names = ['INBOX.Été & Hiver', 'INBOX.日本語.台北', "INBOX.50% *off* & 'more'"]
    await mirror.withServer(async (session) => {
      for (const [i, name] of names.entries()) {
        await session.createFolder(name)
        await session.append(name, Buffer.from(mail(i + 1)))
      }
    })
    await startAndSync()
    await expect.poll(count, eventually).toBe(3)
    await expectMirrorEqualsServer(mirror)
    const rows = await mirror.db.rows<{ name: string }>(
      sql`select name from folders where role is null and selectable order by name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['台北', 'Été & Hiver']))
  })
})

describeWithMail('new mail', () => {
  it('is mirrored and dispatched soon after delivery', async () => {
    await setUp()
    await startAndSync()
    for (const n of [1, 2]) {
      const startedAt = performance.now()
      await deliver(mail(n))
      await expect.poll(() => mirror.dispatched.length).toBe(n)
      // Well before the next poll, which runs once a minute.
      expect(performance.now() - startedAt).toBeLessThan(30_000)
    }
    await expectMirrorEqualsServer(mirror)
  })
})
