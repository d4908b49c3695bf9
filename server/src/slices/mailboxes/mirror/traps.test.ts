import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import type { DovecotOptions } from '#test/mail/dovecot-config'
import { mixedMails } from '#test/mail/messages'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { actOnThread } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import { type BareMirror, mirrorOnUser, type Otherwise } from './fixtures/test-mirror.ts'

// The traps that a real server can be brought to. Each title carries the name of the trap.

const users = Array.from({ length: 20 }, (_, at) => `ada${at}`)
let shared: Dovecot
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  shared = await startDovecot({ users })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(() => shared?.stop())

let used = 0
let mirror: BareMirror
let dovecot: Dovecot
let user: string
/** A mailbox of its own on the shared server, or on one with other manners. */
async function begin(options?: DovecotOptions, otherwise: Otherwise = {}) {
  user = users[used++] ?? ''
  dovecot = options ? await startDovecot({ users, ...options }) : shared
  if (options) cleanups.push(dovecot.stop)
  mirror = await mirrorOnUser(dovecot, user, otherwise)
  cleanups.push(mirror.close)
}
const deliver = (source: string | Buffer | (string | Buffer)[], folder?: string) =>
  dovecot.deliver(user, source, folder ? { folder } : {})

const eventually = { timeout: 60_000, interval: 50 }
const mail = (n: number, more = '') =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n${more}\r\nBody ${n}\r\n`
const count = async () => (await mirror.db.rows(sql`select from messages`)).length
const ids = async () =>
  (await mirror.db.rows<{ id: string }>(sql`select id from messages order by id`)).map(({ id }) => id)
const inboxIsDone = async () =>
  (await mirror.db.row(
    sql`select from folders where key = 'inbox' and mirrored_from = 1 and new_since is null`,
  )) !== undefined
const done = async () => {
  mirror.start()
  await expect.poll(inboxIsDone, eventually).toBe(true)
}
const look = () => wakeOwner(mirror.db, mirror.mailboxId)
const subjects = () => mirror.dispatched.map(({ parsed }) => parsed.subject)

describeWithMail('mirror equals server', () => {
  it('UIDVALIDITY changes: rows keep their ids, flags follow, and only the new mail triggers', async () => {
    await begin()
    await deliver(mail(1))
    await done()
    await deliver(mail(2))
    await expect.poll(count, eventually).toBe(2)
    const before = await ids()
    await mirror.stop()
    // Without its index Dovecot numbers the messages anew, under a new validity.
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
    await begin()
    await deliver([1, 2, 3, 4, 5, 6].map((n) => mail(n)))
    await done()
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
    await begin({ capability: 'IMAP4rev1 SASL-IR IDLE NAMESPACE UIDPLUS MOVE' })
    await deliver([1, 2, 3].map((n) => mail(n)))
    await done()
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const [first = 0, second = 0] = await inbox.uids()
      await inbox.addFlags([first], ['\\Seen'])
      await inbox.expunge([second])
    })
    await deliver(mail(4))
    await expectMirrorEqualsServer(mirror)
    const known = await mirror.db.row(sql`select from folders where highest_modseq is not null`)
    expect(known).toBeUndefined()
  })

  it('moved messages, duplicates and one without an id: one row each, no second trigger', async () => {
    await begin()
    await done()
    const bare = 'From: x@y.example\r\nSubject: None\r\n\r\nNo id\r\n'
    await deliver([mail(1), mail(2), mail(2), bare])
    await expect.poll(count, eventually).toBe(4)
    const [before, told] = [await ids(), subjects()]
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const uids = await inbox.uids()
      await inbox.addFlags(uids.slice(1), ['\\Seen'])
      await inbox.move(uids, 'Archive')
    })
    await look()
    await expectMirrorEqualsServer(mirror)
    expect([await ids(), subjects()]).toEqual([before, told])
    expect(told.toSorted()).toEqual(['Mail 1', 'Mail 2', 'None'])
  })

  it('duplicate, missing or forged Message-IDs: each is a separate message', async () => {
    await begin()
    await done()
    const bare = 'From: x@y.example\r\nSubject: None\r\n\r\nNo id\r\n'
    await deliver([mail(1), mail(1, 'X-Copy: 2\r\n'), bare, bare.replace('No id', 'Other')])
    await expect.poll(count, eventually).toBe(4)
    await expectMirrorEqualsServer(mirror)
    expect(subjects().sort()).toEqual(['Mail 1', 'Mail 1', 'None', 'None'])
  })

  it('flag races: concurrent changes by us and by others are both kept', async () => {
    await begin()
    await deliver(mail(1))
    await done()
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
          { wake: wakeOwner, live: mirror.live },
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
    await begin()
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
    await begin()
    const poison = `From: a@b.example\r\nSubject: \u0000\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(2_000)}`
    await deliver([mail(1), poison, '', mail(2)])
    await done()
    await deliver(mail(3))
    await expect.poll(count, eventually).toBe(5)
    await expectMirrorEqualsServer(mirror)
    expect(subjects()).toEqual(['Mail 3'])
  })

  it('a crash between "stored" and "dispatched": neither happened, and both happen once', async () => {
    let crashes = 2
    const told: string[] = []
    await begin(undefined, {
      dispatch: async (tx, _mailbox, messages) => {
        if (crashes-- > 0) throw new Error('the process is gone')
        tx.afterCommit(() => void mirror.dispatched.push(...messages))
        told.push(...messages.map(({ id }) => id))
        return new Set(messages.map(({ id }) => id))
      },
    })
    await done()
    await deliver([mail(1), mail(2)])
    await expect.poll(() => told.length, eventually).toBe(2)
    await expectMirrorEqualsServer(mirror)
    expect(crashes).toBe(-1)
    await mirror.stop()
    mirror.start()
    await deliver(mail(3))
    await expect.poll(() => subjects(), eventually).toEqual(['Mail 1', 'Mail 2', 'Mail 3'])
  })
})

const withFolders = async (work: (client: ImapFlow) => Promise<unknown>) => {
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
    await begin()
    await withFolders(async (client) => {
      await client.mailboxCreate('Projects')
      await client.mailboxCreate('Old')
      await client.mailboxCreate('Again')
    })
    await deliver([mail(1), mail(2)], 'Projects')
    await deliver(mail(3), 'Old')
    await deliver(mail(4), 'Again')
    await done()
    await expect.poll(count, eventually).toBe(4)
    const renamed = () =>
      mirror.db.rows<object>(sql`
        select m.id, m.thread_id from messages m where subject in ('Mail 1', 'Mail 2') order by subject`)
    const before = await renamed()
    await withFolders(async (client) => {
      await client.mailboxRename('Projects', 'Work')
      await client.mailboxDelete('Old')
      await client.mailboxDelete('Again')
      await client.mailboxCreate('Again')
      await client.append('Again', mail(5))
    })
    await look()
    await expectMirrorEqualsServer(mirror)
    expect(await renamed()).toEqual(before)
    expect(subjects()).toEqual(['Mail 5'])
  })

  it('modified UTF-7, odd delimiters and a prefix', async () => {
    await begin({ separator: '.', prefix: 'INBOX.' })
    const names = ['INBOX.Été & Hiver', 'INBOX.日本語.台北', "INBOX.50% *off* & 'more'"]
    await mirror.withServer(async (session) => {
      for (const [at, name] of names.entries()) {
        await session.createFolder(name)
        await session.append(name, Buffer.from(mail(at + 1)))
      }
    })
    await done()
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
    await begin()
    await done()
    for (const n of [1, 2]) {
      const began = performance.now()
      await deliver(mail(n))
      await expect.poll(() => mirror.dispatched.length).toBe(n)
      // Well before the poll, which comes once a minute.
      expect(performance.now() - began).toBeLessThan(30_000)
    }
    await expectMirrorEqualsServer(mirror)
  })
})
