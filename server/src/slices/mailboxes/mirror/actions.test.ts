import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testFingerprints } from '#test/fingerprints'
import { describeWithMail } from '#test/mail/available'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { type ImapSession, openImap } from '../../../protocols/imap/imap.ts'
import { actOnThread } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { type TestMirror, testMirror } from './fixtures/test-mirror.ts'

let mirror: TestMirror
const eventually = { timeout: 60_000, interval: 50 }
const source =
  'From: zoe@shop.example\r\nTo: ada@mail.test\r\nSubject: Order\r\nMessage-ID: <o1@shop.example>\r\n\r\nHi\r\n'

type Row = { id: string; threadId: string; key: string; uid: number; seen: boolean; flagged: boolean }
const row = () =>
  mirror.db.row<Row>(sql`
    select m.id, m.thread_id as "threadId", f.key, m.uid, m.seen, m.flagged
    from messages m join folders f on f.id = m.folder_id`)
const withServer = async <T>(work: (session: ImapSession) => Promise<T>) => {
  const { host, imapPort: port } = mirror.dovecot
  const { username, password } = mirror.dovecot.user('ada')
  const auth = { kind: 'password' as const, password }
  const session = await openImap({ host, port, secure: false, username, auth, allowInvalidCertificate: true })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
const onServer = (path: string) =>
  withServer(async (session) => {
    const messages = await (await session.open(path)).fetchFlags()
    return messages.map(({ uid, flags }) => ({ uid, flags: flags.sort() }))
  })
let tokens = 0
const act = async (
  action: Parameters<typeof actOnThread>[3]['action'],
  input: object = {},
  token = `token-${tokens++}-x`,
) => {
  const caller: Caller = {
    memberId: mirror.memberId,
    email: '',
    role: 'member',
    settings: {},
    via: { kind: 'session', sessionId: '' },
  }
  const threadId = (await row())?.threadId ?? ''
  return mirror.db.transaction((db) =>
    actOnThread(
      db,
      caller,
      threadId,
      { action, clientToken: token, ...input },
      {
        wake: wakeOwner,
        onDeleted: async () => undefined,
        live: mirror.live,
        fingerprints: testFingerprints,
      },
    ),
  )
}

beforeEach(async () => {
  mirror = await testMirror({ start: false })
  await mirror.dovecot.deliver('ada', source)
  mirror.start()
  await expect.poll(row, eventually).toBeDefined()
  await expect
    .poll(
      () => mirror.db.row(sql`select from folders where key = 'trash' and uid_validity is not null`),
      eventually,
    )
    .toBeDefined()
})
afterEach(() => mirror.close())

describeWithMail('an action', () => {
  it('is visible in the mirror at once and on the server soon', async () => {
    await act('markRead')
    expect(await row()).toMatchObject({ seen: true, key: 'inbox' })
    await expect.poll(() => onServer('INBOX'), eventually).toMatchObject([{ flags: ['\\Seen'] }])
    await act('flag')
    await expect.poll(() => onServer('INBOX'), eventually).toMatchObject([{ flags: ['\\Flagged', '\\Seen'] }])
    await act('markUnread')
    await expect.poll(() => onServer('INBOX'), eventually).toMatchObject([{ flags: ['\\Flagged'] }])
    expect(await row()).toMatchObject({ seen: false, flagged: true })
  })

  it('moves the message, and its row gets the new UID', async () => {
    const before = await row()
    await act('trash')
    expect((await row())?.key).toBe('trash')
    await expect.poll(() => onServer('INBOX'), eventually).toEqual([])
    await expect.poll(async () => (await row())?.uid ?? 0, eventually).toBeGreaterThan(0)
    expect(await row()).toMatchObject({ id: before?.id, threadId: before?.threadId, key: 'trash' })
    await act('restore')
    await expect.poll(async () => (await onServer('INBOX')).length, eventually).toBe(1)
    await expect.poll(async () => (await row())?.uid ?? 0, eventually).toBeGreaterThan(0)
    expect(await row()).toMatchObject({ id: before?.id, key: 'inbox' })
    expect(mirror.dispatched).toEqual([])
  })

  it('is applied once per client token', async () => {
    const first = await act('markRead', {}, 'the-same-token')
    const again = await act('markRead', {}, 'the-same-token')
    expect(again.ops).toEqual(first.ops.map((op) => ({ ...op, duplicate: true })))
  })

  it('deletes permanently', async () => {
    await act('deletePermanently')
    expect(await row()).toBeUndefined()
    await expect.poll(() => onServer('INBOX'), eventually).toEqual([])
  })

  /** Adds the member's own answer to the thread, as another program would. */
  const answerInSent = async () => {
    const answer = source
      .replace('o1@', 'o2@')
      .replace('\r\n\r\n', '\r\nIn-Reply-To: <o1@shop.example>\r\n\r\n')
    await withServer((session) => session.append('Sent', Buffer.from(answer)))
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(async () => (await folders()).length, eventually).toBe(2)
  }
  const folders = async () =>
    (
      await mirror.db.rows<{ key: string }>(sql`
        select f.key from messages m join folders f on f.id = m.folder_id where m.uid > 0 order by m.id`)
    ).map(({ key }) => key)
  const countOnServer = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await onServer(path)).length))

  it('restores each message of a thread to the folder that it was in', async () => {
    await answerInSent()
    await act('trash')
    await expect.poll(() => countOnServer('INBOX', 'Sent', 'Trash'), eventually).toEqual([0, 0, 2])
    await act('restore')
    await expect.poll(() => countOnServer('INBOX', 'Sent', 'Trash'), eventually).toEqual([1, 1, 0])
    await expect.poll(folders, eventually).toEqual(['inbox', 'sent'])
    expect([mirror.dispatched, mirror.refused]).toEqual([[], []])
  })

  it('restores at once what has just been put into the trash', async () => {
    const before = await row()
    await act('trash')
    await act('restore')
    expect(await row()).toMatchObject({ id: before?.id, key: 'inbox' })
    const isPending = () => mirror.db.row(sql`select from message_ops where status = 'pending'`)
    await expect.poll(isPending, eventually).toBeUndefined()
    await expect.poll(() => countOnServer('INBOX', 'Trash'), eventually).toEqual([1, 0])
    await expect.poll(folders, eventually).toEqual(['inbox'])
    expect([(await row())?.id, mirror.dispatched, mirror.refused]).toEqual([before?.id, [], []])
  })

  it('restores what another program has put into the trash', async () => {
    const before = await row()
    await withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const { uids } = await inbox.move(await inbox.uids(), 'Archive')
      await expect.poll(async () => (await row())?.key, eventually).toBe('archive')
      await (await session.open('Archive')).move([...(uids?.values() ?? [])], 'Trash')
    })
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(async () => (await row())?.key, eventually).toBe('trash')
    await act('restore')
    await expect.poll(() => countOnServer('INBOX', 'Archive', 'Trash'), eventually).toEqual([0, 1, 0])
    expect(await row()).toMatchObject({ id: before?.id, key: 'archive' })
  })

  it('deletes only the messages in the trash permanently, if there are any', async () => {
    await answerInSent()
    await withServer(async (session) => {
      const sent = await session.open('Sent')
      await sent.move(await sent.uids(), 'Trash')
    })
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(folders, eventually).toEqual(['inbox', 'trash'])
    await act('deletePermanently')
    await expect.poll(() => countOnServer('INBOX', 'Sent', 'Trash'), eventually).toEqual([1, 0, 0])
    expect(await folders()).toEqual(['inbox'])
  })

  const createProjects = async () => {
    await mirror.stop()
    await withServer((session) => session.createFolder('Projects'))
    mirror.start()
    // Wait until it is polled, too: from then on the mirror is idle and does not notice by itself that it is deleted.
    const findProjects = () =>
      mirror.db.row(sql`select from folders where key = 'folder:Projects' and uid_validity is not null`)
    await expect.poll(findProjects, eventually).toBeDefined()
    await expect
      .poll(() => mirror.db.row(sql`select from mailboxes where backfill_status = 'done'`), eventually)
      .toBeDefined()
  }
  const expectRolledBack = async (before: Row | undefined) => {
    await expect.poll(() => mirror.refused.map(({ action }) => action), eventually).toEqual(['move'])
    expect(await row()).toEqual(before)
    expect(await onServer('INBOX')).toHaveLength(1)
    const op = await mirror.db.row<{ status: string }>(sql`select status from message_ops`)
    expect(op?.status).toBe('failed')
  }

  it('is rolled back and reported when the server rejects it', async () => {
    await createProjects()
    const before = await row()
    await rm(mirror.dovecot.maildir('ada', 'Projects'), { recursive: true })
    await act('move', { labels: { add: ['folder:Projects'] } })
    expect((await row())?.key).toBe('folder:Projects')
    await expectRolledBack(before)
  })

  it('into a folder that the server no longer lists is rolled back, and the folder is removed', async () => {
    await createProjects()
    const before = await row()
    await mirror.stop()
    await rm(mirror.dovecot.maildir('ada', 'Projects'), { recursive: true })
    await act('move', { labels: { add: ['folder:Projects'] } })
    mirror.start()
    await expectRolledBack(before)
    await mirror.stop()
    mirror.start()
    const findProjects = () => mirror.db.row(sql`select from folders where key = 'folder:Projects'`)
    await expect.poll(findProjects, eventually).toBeUndefined()
    expect(await row()).toEqual(before)
    expect(mirror.dispatched).toEqual([])
  })
})
