import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { sql } from '../../../platform/db/sql.ts'
import { openImap } from '../../../protocols/imap/imap.ts'
import { sanitiserVersion } from '../../../protocols/mime/stored-html.ts'
import { type TestMirror, testMirror } from './fixtures/test-mirror.ts'

let mirror: TestMirror
beforeEach(async () => {
  mirror = await testMirror({ start: false })
})
afterEach(() => mirror.close())

const mail = (n: number, headers: Record<string, string> = {}, body = `Body ${n}`) =>
  Object.entries({
    From: 'Zoe <zoe@shop.example>',
    To: 'ada@mail.test',
    Subject: `Mail ${n}`,
    Date: new Date(Date.UTC(2026, 0, 1, 0, n)).toUTCString(),
    'Message-ID': `<m${n}@shop.example>`,
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')
    .concat(`\r\n\r\n${body}\r\n`)

type Row = {
  subject: string
  path: string
  uid: number
  seen: boolean
  flagged: boolean
  id: string
  threadId: string
}
const rows = () =>
  mirror.db.rows<Row>(sql`
    select m.subject, f.path, m.uid, m.seen, m.flagged, m.id, m.thread_id as "threadId"
    from messages m join folders f on f.id = m.folder_id order by m.received_at, m.uid`)
const count = async () => (await rows()).length
const journal = () =>
  mirror.db.rows<{ outcome: string; messageId: string }>(
    sql`select outcome, message_id as "messageId" from journal_entries`,
  )
const connect = async () => {
  const { host, imapPort: port } = mirror.dovecot
  const { username, password } = mirror.dovecot.user('ada')
  const auth = { kind: 'password' as const, password }
  return openImap({ host, port, secure: false, username, auth, allowInvalidCertificate: true })
}
const dispatched = () => mirror.dispatched.map(({ parsed }) => parsed.subject)
const eventually = { timeout: 60_000, interval: 50 }

describeWithMail('the mirror', () => {
  it('imports history silently, and new mail with one journal entry and one dispatch each', async () => {
    await mirror.dovecot.deliver(
      'ada',
      [1, 2, 3].map((n) => mail(n)),
    )
    mirror.start()
    await expect.poll(count, eventually).toBe(3)
    expect(await journal()).toEqual([])
    await mirror.dovecot.deliver('ada', mail(4))
    await expect.poll(count, eventually).toBe(4)
    const entries = await journal()
    expect(entries.map((entry) => entry.outcome)).toEqual(['dispatched'])
    await expect.poll(dispatched, eventually).toEqual(['Mail 4'])
  })

  it('resumes where it stopped, and imports mail of the meantime once', async () => {
    await mirror.dovecot.deliver(
      'ada',
      [1, 2].map((n) => mail(n)),
    )
    mirror.start()
    await expect.poll(count, eventually).toBe(2)
    await mirror.stop()
    await mirror.dovecot.deliver(
      'ada',
      [3, 4].map((n) => mail(n)),
    )
    mirror.start()
    await expect.poll(count, eventually).toBe(4)
    await mirror.stop()
    mirror.start()
    await mirror.dovecot.deliver('ada', mail(5))
    await expect.poll(count, eventually).toBe(5)
    // Known here only after the commit that made the row visible.
    await expect.poll(dispatched, eventually).toEqual(['Mail 3', 'Mail 4', 'Mail 5'])
  })

  it('follows flags and deletions of the server', async () => {
    await mirror.dovecot.deliver(
      'ada',
      [1, 2, 3].map((n) => mail(n)),
    )
    mirror.start()
    await expect.poll(count, eventually).toBe(3)
    const session = await connect()
    const inbox = await session.open('INBOX')
    const [first = 0, second = 0] = await inbox.uids()
    await inbox.addFlags([first], ['\\Seen', '\\Flagged'])
    await inbox.expunge([second])
    await session.close()
    await expect.poll(count, eventually).toBe(2)
    await expect.poll(async () => (await rows())[0], eventually).toMatchObject({ seen: true, flagged: true })
  })

  it('keeps row and thread of a message moved on the server, and triggers nothing', async () => {
    mirror.start()
    await expect
      .poll(
        // A folder that has no state yet is read as history, and a move into it is not recognised.
        async () => mirror.db.row(sql`select from mailboxes where backfill_status = 'done'`),
        eventually,
      )
      .toBeDefined()
    await mirror.dovecot.deliver('ada', mail(1))
    await expect.poll(count, eventually).toBe(1)
    const [before] = await rows()
    const session = await connect()
    const inbox = await session.open('INBOX')
    await inbox.move(await inbox.uids(), 'Archive')
    await session.close()
    await mirror.db.run(sql`select pg_notify('mailwright_mailboxes', ${mirror.mailboxId})`)
    await mirror.stop()
    mirror.start()
    // Both rows exist until the deletion in the inbox is processed.
    await expect.poll(async () => (await rows()).map(({ path }) => path), eventually).toEqual(['Archive'])
    const [after, ...others] = await rows()
    expect([after?.id, after?.threadId, others]).toEqual([before?.id, before?.threadId, []])
    expect(mirror.dispatched).toHaveLength(1)
  })

  it('stores short HTML as it is shown, beside the original', async () => {
    const html = '<p onclick=x>Hi <img src="https://t.example/p.gif"></p>'
    const type = { 'Content-Type': 'text/html' }
    await mirror.dovecot.deliver('ada', [mail(1, type, html), mail(2, type, html.repeat(1_000)), mail(3)])
    mirror.start()
    await expect.poll(count, eventually).toBe(3)
    const stored = await mirror.db.rows(sql`
      select left(b.body_html, 20) as original, trim(b.safe_html, E'\\r\\n') as safe, b.safe_version as version,
        b.has_remote_images as "isRemote"
      from message_bodies b join messages m on m.id = b.message_id order by m.subject`)
    const original = html.slice(0, 20)
    expect(stored).toEqual([
      { original, safe: '<p>Hi <img /></p>', version: sanitiserVersion, isRemote: true },
      { original, safe: null, version: null, isRemote: false },
      { original: null, safe: null, version: null, isRemote: false },
    ])
  })

  it('adds a reply to the thread of the original', async () => {
    const reply = mail(2, { 'In-Reply-To': '<m1@shop.example>', Subject: 'Re: Mail 1' })
    await mirror.dovecot.deliver('ada', [mail(1), reply])
    mirror.start()
    await expect.poll(count, eventually).toBe(2)
    const threads = new Set((await rows()).map((row) => row.threadId))
    expect(threads.size).toBe(1)
  })
})
