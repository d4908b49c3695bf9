import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { mixedMails } from '#test/mail/messages'
import { sql } from '../../../platform/db/sql.ts'
import { openImap } from '../../../protocols/imap/imap.ts'
import { type TestMirror, testMirror } from './fixtures/test-mirror.ts'

let mirror: TestMirror
beforeEach(async () => {
  mirror = await testMirror({ start: false })
})
afterEach(() => mirror.close())

const eventually = { timeout: 25_000, interval: 50 }
const mail = (n: number, more = '') =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n${more}\r\nBody ${n}\r\n`

const count = async () => (await mirror.db.rows(sql`select from messages`)).length
const folderIsDone = async () =>
  (await mirror.db.row(sql`select from folders where key = 'inbox' and mirrored_from = 1`)) !== undefined

type Place = { path: string; uid: number; hash: string; seen: boolean }
const mirrored = () =>
  mirror.db.rows<Place>(sql`
    select f.path, m.uid, encode(m.body_hash, 'hex') as hash, m.seen from messages m
    join folders f on f.id = m.folder_id order by f.path, m.uid`)

/** The oracle: what the server has, by folder, UID, bytes and flags. */
async function onServer(): Promise<Place[]> {
  const session = await server()
  const places: Place[] = []
  for (const { path, selectable } of await session.listFolders()) {
    if (!selectable) continue
    const folder = await session.open(path)
    await folder.fetchSources(await folder.uids(), {
      maxBytes: 1e9,
      onMessage: ({ uid, source, flags }) => {
        const hash = createHash('sha256').update(source).digest('hex')
        places.push({ path, uid, hash, seen: flags.includes('\\Seen') })
      },
    })
  }
  await session.close()
  return places.sort((a, b) => (a.path === b.path ? a.uid - b.uid : a.path < b.path ? -1 : 1))
}

const subjects = () => mirror.dispatched.map(({ parsed }) => parsed.subject)

describeWithMail('mirror equals server', () => {
  it('after UIDVALIDITY changes: rows keep their ids, and nothing triggers again', async () => {
    await mirror.dovecot.deliver('ada', mail(1))
    mirror.start()
    await expect.poll(folderIsDone, eventually).toBe(true)
    await mirror.dovecot.deliver('ada', mail(2))
    await expect.poll(count, eventually).toBe(2)
    const ids = () => mirror.db.rows<{ id: string }>(sql`select id from messages order by id`)
    const before = await ids()
    await mirror.stop()
    // Without its index Dovecot numbers the messages anew, under a new validity.
    const folder = mirror.dovecot.maildir('ada')
    for (const name of ['dovecot-uidlist', 'dovecot.index', 'dovecot.index.log', 'dovecot.index.cache'])
      await rm(join(folder, name), { force: true })
    const [old] = await mirror.db.rows<{ v: string }>(
      sql`select uid_validity as v from folders where key = 'inbox'`,
    )
    await mirror.db.run(
      sql`update folders set uid_validity = '1' where key = 'inbox' and ${old?.v ?? ''} <> '1'`,
    )
    mirror.start()
    await expect
      .poll(
        () =>
          mirror.db.row(
            sql`select from folders where key = 'inbox' and uid_validity <> '1' and mirrored_from = 1`,
          ),
        eventually,
      )
      .toBeDefined()
    await expect.poll(mirrored, eventually).toEqual(await onServer())
    expect(await ids()).toEqual(before)
    expect(subjects()).toEqual(['Mail 2'])
  })

  it('with the same Message-ID twice, none at all, or forged: each is a message of its own', async () => {
    mirror.start()
    await expect.poll(folderIsDone, eventually).toBe(true)
    const bare = 'From: x@y.example\r\nSubject: None\r\n\r\nNo id\r\n'
    await mirror.dovecot.deliver('ada', [
      mail(1),
      mail(1, 'X-Copy: 2\r\n'),
      bare,
      bare.replace('No id', 'Other'),
    ])
    await expect.poll(count, eventually).toBe(4)
    await expect.poll(mirrored, eventually).toEqual(await onServer())
    expect(subjects().sort()).toEqual(['Mail 1', 'Mail 1', 'None', 'None'])
  })

  it('with hundreds of mails of every kind, stopped and started while they are read', async () => {
    await mirror.dovecot.deliver('ada', mixedMails(1_500, 7))
    mirror.start()
    for (const part of [100, 400, 900]) {
      await expect.poll(count, eventually).toBeGreaterThan(part)
      await mirror.stop()
      mirror.start()
    }
    await expect.poll(count, { timeout: 40_000, interval: 100 }).toBe(1_500)
    expect(await mirrored()).toEqual(await onServer())
    expect(mirror.dispatched).toEqual([])
  }, 90_000)

  it('one poison message does not block its folder', async () => {
    const poison = `From: a@b.example\r\nSubject: \u0000\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(2_000)}`
    await mirror.dovecot.deliver('ada', [mail(1), poison, '', mail(2)])
    mirror.start()
    await expect.poll(count, eventually).toBe(4)
    await mirror.dovecot.deliver('ada', mail(3))
    await expect.poll(count, eventually).toBe(5)
    expect(subjects()).toEqual(['Mail 3'])
  })

  it('follows a folder that is deleted', async () => {
    const session = await server()
    await session.createFolder('Projects')
    await session.close()
    await mirror.dovecot.deliver('ada', [mail(1), mail(2)], { folder: 'Projects' })
    mirror.start()
    await expect.poll(count, eventually).toBe(2)
    await mirror.stop()
    await rm(mirror.dovecot.maildir('ada', 'Projects'), { recursive: true })
    mirror.start()
    await expect.poll(count, eventually).toBe(0)
    await expect
      .poll(() => mirror.db.row(sql`select from folders where key = 'folder:Projects'`), eventually)
      .toBeUndefined()
  })
})

async function server() {
  const { host, imapPort: port } = mirror.dovecot
  const { username, password } = mirror.dovecot.user('ada')
  const auth = { kind: 'password' as const, password }
  return openImap({ host, port, secure: false, username, auth, allowInvalidCertificate: true })
}
