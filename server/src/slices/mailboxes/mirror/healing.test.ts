import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { sql } from '../../../platform/db/sql.ts'
import { findFolderLags } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import { walk } from './fixtures/random-walk.ts'
import { type BareMirror, mirrorOnUser } from './fixtures/test-mirror.ts'

// What other mail programs do to folders while the mirror is connected.

const users = Array.from({ length: 20 }, (_, i) => `ada${i}`)
let dovecot: Dovecot
let mirror: BareMirror
let client: ImapFlow
let user = ''
beforeAll(async () => {
  dovecot = await startDovecot({ users })
})
afterAll(() => dovecot?.stop())

const login = () => {
  const { username, password } = dovecot.user(user)
  return { host: '127.0.0.1', port: dovecot.imapPort, user: username, pass: password }
}
const mail = (n: number | string) =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n\r\nBody ${n}\r\n`
const eventually = { timeout: 60_000, interval: 50 }
const wake = () => wakeOwner(mirror.db, mirror.mailboxId)
const count = async () => (await mirror.db.rows(sql`select from messages`)).length
const subjects = async () =>
  (
    await mirror.db.rows<{ line: string }>(
      sql`select f.path || ' ' || m.subject as line from messages m join folders f on f.id = m.folder_id`,
    )
  )
    .map(({ line }) => line)
    .sort()
const lag = async () => {
  const lags = await findFolderLags(mirror.db, mirror.mailboxId)
  return lags.map(
    ({ serverMessages, mirroredMessages, extraMessages }) =>
      serverMessages - mirroredMessages + extraMessages,
  )
}

/** Wakes the mirror until it shows the expected messages, and compares it with the server. */
async function expectMessages(expected: string[]) {
  await expect
    .poll(async () => {
      await wake()
      return subjects()
    }, eventually)
    .toEqual(expected)
  await expectMirrorEqualsServer(mirror)
  expect((await lag()).every((difference) => difference === 0)).toBe(true)
}

async function fillWork() {
  await client.mailboxCreate('Work')
  for (const n of [1, 2, 3]) await client.append('Work', mail(n))
  await expectMessages(['Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
}

describeWithMail('the mirror stays equal to the server', () => {
  let used = 0
  beforeEach(async () => {
    user = users[used++] ?? ''
    mirror = await mirrorOnUser(dovecot, user, { calmMs: 0 })
    const { host, port, ...auth } = login()
    client = new ImapFlow({
      host,
      port,
      secure: false,
      auth,
      logger: false,
      tls: { rejectUnauthorized: false },
    })
    await client.connect()
    mirror.start()
  })
  afterEach(async () => {
    await client.logout()
    await mirror.close()
  })

  it('when a folder is deleted and made again, empty', async () => {
    await fillWork()
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    await expectMessages([])
  })

  it('when a folder is deleted and made again with other mail', async () => {
    await fillWork()
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    await client.append('Work', mail('neu'))
    await expectMessages(['Work Mail neu'])
  })

  it('when a folder is deleted, made again and filled after it was seen empty', async () => {
    await fillWork()
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    await expectMessages([])
    await client.append('Work', mail('後で'))
    await expectMessages(['Work Mail 後で'])
  })

  it('when an earlier version left messages of a folder that was made again', async () => {
    await fillWork()
    await mirror.stop()
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    const status = await client.status('Work', { uidValidity: true })
    const uidValidity = status ? status.uidValidity : undefined
    await mirror.db.run(sql`
      update messages set uid = -uid where folder_id = (select id from folders where path = 'Work')`)
    await mirror.db.run(sql`
      update folders set uid_validity = ${String(uidValidity)}, uid_next = 1, mirrored_from = 1, server_messages = 0
      where path = 'Work'`)
    expect((await lag()).some((difference) => difference > 0)).toBe(true)
    mirror.start()
    await expectMessages([])
  })

  it('when a folder is renamed there and back', async () => {
    await fillWork()
    const ids = () => mirror.db.rows(sql`select id from messages order by id`)
    const before = await ids()
    await client.mailboxRename('Work', 'Projets')
    await expectMessages(['Projets Mail 1', 'Projets Mail 2', 'Projets Mail 3'])
    await client.mailboxRename('Projets', 'Work')
    await expectMessages(['Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
    expect(await ids()).toEqual(before)
  })

  it('when the case of a name changes', async () => {
    await fillWork()
    await client.mailboxRename('Work', 'WORK')
    await expectMessages(['WORK Mail 1', 'WORK Mail 2', 'WORK Mail 3'])
  })

  it('when a folder takes the name of a deleted one, without triggering its mail again', async () => {
    await fillWork()
    await client.mailboxCreate('Alt')
    await client.append('Alt', mail(9))
    await expectMessages(['Alt Mail 9', 'Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
    const before = mirror.dispatched.length
    await client.mailboxDelete('Alt')
    await client.mailboxRename('Work', 'Alt')
    await expectMessages(['Alt Mail 1', 'Alt Mail 2', 'Alt Mail 3'])
    expect(mirror.dispatched.length).toBe(before)
  })

  it('when two folders exchange their names', async () => {
    await fillWork()
    await client.mailboxCreate('Alt')
    await client.append('Alt', mail(9))
    await expectMessages(['Alt Mail 9', 'Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
    await client.mailboxRename('Work', 'x')
    await client.mailboxRename('Alt', 'Work')
    await client.mailboxRename('x', 'Alt')
    await expectMessages(['Alt Mail 1', 'Alt Mail 2', 'Alt Mail 3', 'Work Mail 9'])
  })

  it('when messages leave a folder that is deleted then, without triggering them again', async () => {
    await fillWork()
    const before = mirror.dispatched.length
    const lock = await client.getMailboxLock('Work')
    await client.messageMove('1:*', 'Archive')
    lock.release()
    await client.mailboxDelete('Work')
    await expectMessages(['Archive Mail 1', 'Archive Mail 2', 'Archive Mail 3'])
    expect(mirror.dispatched.length).toBe(before)
  })

  it('when a folder is deleted that has another below it', async () => {
    await fillWork()
    await client.mailboxCreate('Work/Été')
    await client.append('Work/Été', mail(4))
    await client.mailboxDelete('Work')
    await expectMessages(['Work/Été Mail 4'])
    await client.mailboxCreate('Work')
    await client.append('Work', mail(5))
    await expectMessages(['Work Mail 5', 'Work/Été Mail 4'])
  })

  it('when a folder is emptied and refilled', async () => {
    await fillWork()
    const lock = await client.getMailboxLock('Work')
    await client.messageDelete('1:*')
    lock.release()
    for (const n of [4, 5, 6]) await client.append('Work', mail(n))
    await expectMessages(['Work Mail 4', 'Work Mail 5', 'Work Mail 6'])
  })

  it('when the inbox is expunged while it is watched', async () => {
    for (const n of [1, 2, 3]) await client.append('INBOX', mail(n))
    await expect.poll(count, eventually).toBe(3)
    const lock = await client.getMailboxLock('INBOX')
    await client.messageDelete('1:*')
    lock.release()
    await expect.poll(count, eventually).toBe(0)
    await expectMirrorEqualsServer(mirror)
  })

  it('when the mirror itself has lost a message, has one too many, or a wrong flag', async () => {
    await fillWork()
    await mirror.stop()
    await mirror.db.run(sql`delete from messages where subject = 'Mail 1'`)
    await mirror.db.run(sql`update messages set seen = not seen where subject = 'Mail 2'`)
    await mirror.db.run(sql`update messages set uid = 77 where subject = 'Mail 3'`)
    mirror.start()
    await expect
      .poll(async () => {
        await wake()
        return subjects()
      }, eventually)
      .toEqual(['Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
    await expectMirrorEqualsServer(mirror)
  })

  it('when the service was killed again and again while it read an innocent message', async () => {
    await fillWork()
    await mirror.stop()
    await client.append('Work', mail('été'), ['\\Flagged'])
    await mirror.db.run(sql`
      insert into message_attempts (mailbox_id, folder_id, uid, attempts)
      select mailbox_id, id, 4, 2 from folders where path = 'Work'`)
    mirror.start()
    await expectMessages(['Work Mail 1', 'Work Mail 2', 'Work Mail 3', 'Work Mail été'])
    const [stored] = await mirror.db.rows(sql`
      select b.body_text as text, m.body_complete as complete, m.flagged
      from messages m join message_bodies b on b.message_id = m.id where m.uid = 4`)
    expect(stored).toMatchObject({ text: expect.stringContaining('Body été'), complete: true, flagged: true })
    expect(await mirror.db.rows(sql`select from withheld_messages`)).toEqual([])
    expect(mirror.dispatched.filter(({ parsed }) => parsed.subject === 'Mail été')).toHaveLength(1)
  })

  it('when folders are renamed one after the other, without triggering their mail again', async () => {
    await fillWork()
    await client.mailboxCreate('Alt')
    await client.append('Alt', mail(9))
    await expectMessages(['Alt Mail 9', 'Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
    const ids = () => mirror.db.rows(sql`select id from messages order by id`)
    const before = await ids()
    await client.mailboxRename('Alt', 'Aaa')
    await client.mailboxRename('Work', 'Alt')
    await expectMessages(['Aaa Mail 9', 'Alt Mail 1', 'Alt Mail 2', 'Alt Mail 3'])
    expect(await ids()).toEqual(before)
  })

  it('when a folder is made again in a mailbox without history, with some of its mail', async () => {
    await mirror.stop()
    await mirror.db.run(sql`update mailboxes set sync_mode = 'processing_only'`)
    await client.append('INBOX', mail('before'))
    await client.mailboxCreate('Work')
    mirror.start()
    const findWork = () =>
      mirror.db.row(sql`select from folders where path = 'Work' and synced_at is not null`)
    await expect.poll(findWork, eventually).toBeDefined()
    for (const n of [1, 2, 3]) await client.append('Work', mail(n))
    const workSubjects = async () => {
      await wake()
      return subjects()
    }
    await expect.poll(workSubjects, eventually).toEqual(['Work Mail 1', 'Work Mail 2', 'Work Mail 3'])
    const idOf = (subject: string) => mirror.db.row(sql`select id from messages where subject = ${subject}`)
    const kept = await idOf('Mail 2')
    // A mirror that lists the folders before the folder is made again takes it for a new one, whose mail is history.
    await mirror.stop()
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    await client.append('Work', mail('alt'), [], new Date('2020-02-03T04:05:06Z'))
    await client.append('Work', mail(2))
    await client.append('Work', mail('neu'))
    mirror.start()
    await expect.poll(workSubjects, eventually).toEqual(['Work Mail 2', 'Work Mail neu'])
    expect(await idOf('Mail 2')).toEqual(kept)
    await expect.poll(async () => (await lag()).some((difference) => difference < 0), eventually).toBe(false)
  })

  it('after a walk of two mail programs with restarts', async () => {
    const restart = async () => {
      await mirror.stop()
      mirror.start()
    }
    await walk(mirror, { seed: 1, steps: 150, login: login(), restart })
    await expectMirrorEqualsServer(mirror, undefined, 120_000)
  })
})
