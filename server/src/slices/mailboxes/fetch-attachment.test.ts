import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { sql } from '../../platform/db/sql.ts'
import { type ByteCache, createByteCache } from '../../platform/files/byte-cache.ts'
import { newId } from '../../platform/ids/ids.ts'
import { createLog } from '../../platform/log/log.ts'
import { ImapFault, openImap } from '../../protocols/imap/imap.ts'
import { createMimePool, type MimePool } from '../../protocols/mime/mime-pool.ts'
import { AttachmentUnavailable } from '../messages/index.ts'
import { createAttachmentFetcher } from './fetch-attachment.ts'
import { type TestMirror, testMirror } from './mirror/fixtures/test-mirror.ts'

describeWithMail('the bytes of an attachment', () => {
  let mirror: TestMirror
  let mime: MimePool
  let folder: string
  let cache: ByteCache
  let connections = 0
  let isAway = false
  const eventually = { timeout: 60_000, interval: 50 }
  const text = 'The bill: 12 €'
  const mail = (n: number) =>
    [
      `From: zoe@shop.example\r\nTo: ada@mail.test\r\nSubject: Bill ${n}\r\nMessage-ID: <b${n}@x.example>`,
      'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n',
      '--b\r\nContent-Type: text/plain\r\n\r\nSee below\r\n--b',
      'Content-Type: text/plain; name=bill.txt\r\nContent-Disposition: attachment; filename=bill.txt',
      `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`${text} ${n}`).toString('base64')}\r\n--b--\r\n`,
    ].join('\r\n')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mw-attachments-'))
    cache = createByteCache({ folder, maxBytes: 1e6, maxAgeMs: 86_400_000, log: createLog('silent') })
    mime = createMimePool()
    mirror = await testMirror({ start: false })
    await mirror.dovecot.deliver('ada', [1, 2, 3].map(mail))
    mirror.start()
  })
  afterAll(async () => {
    cache.close()
    await mirror?.close()
    await mime?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const idOf = async (n: number) => {
    const find = () =>
      mirror.db.row<{ id: string }>(sql`select id from messages where subject = ${`Bill ${n}`} and uid > 0`)
    await expect.poll(find, eventually).toBeDefined()
    return (await find())?.id ?? ''
  }
  const fetcher = (kept = cache) =>
    createAttachmentFetcher({
      mime: () => mime,
      cache: kept,
      openAccount: async () => ({ imap: mirror.account }),
      openImap: async (account) => {
        connections++
        if (isAway) throw new ImapFault('unreachable', 'away')
        return openImap(account)
      },
    })
  const get = async (messageId: string, position = 0, load = fetcher()) =>
    (await load(mirror.db, { messageId, position }))?.toString()

  it('are fetched once for concurrent callers and then cached', async () => {
    const messageId = await idOf(1)
    const load = fetcher()
    connections = 0
    const all = await Promise.all(Array.from({ length: 5 }, () => get(messageId, 0, load)))
    expect(new Set(all)).toEqual(new Set([`${text} 1`]))
    expect(connections).toBe(1)
    // Another process of the same machine.
    expect(await get(messageId)).toBe(`${text} 1`)
    expect(connections).toBe(1)
  })

  it('are served from the cache while the server is unreachable', async () => {
    const [known, unknown] = [await idOf(2), await idOf(3)]
    expect(await get(known)).toBe(`${text} 2`)
    isAway = true
    expect(await get(known)).toBe(`${text} 2`)
    await expect(get(unknown)).rejects.toThrow(AttachmentUnavailable)
    isAway = false
    expect(await get(unknown)).toBe(`${text} 3`)
  })

  it('are fetched for few callers of a mailbox at a time; the others give up after a while', async () => {
    const ids = await Promise.all([1, 2, 3].map(idOf))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const load = createAttachmentFetcher({
      mime: () => mime,
      cache: createByteCache({ folder, maxBytes: 0, maxAgeMs: 1, log: createLog('silent') }),
      openAccount: async () => ({ imap: mirror.account }),
      openImap: async (account) => {
        connections++
        await released
        return openImap(account)
      },
      maxWaitMs: 50,
    })
    connections = 0
    const slow = ids.map((messageId) => get(messageId, 0, load))
    await expect.poll(() => connections, eventually).toBe(3)
    await expect(get(ids[0] ?? '', 1, load)).rejects.toThrow(AttachmentUnavailable)
    expect(connections).toBe(3)
    release()
    expect(await Promise.all(slow)).toEqual([1, 2, 3].map((n) => `${text} ${n}`))
  })

  it('are fetched again after the cache has lost them', async () => {
    const messageId = await idOf(1)
    await get(messageId)
    await rm(folder, { recursive: true })
    connections = 0
    expect(await get(messageId)).toBe(`${text} 1`)
    expect(connections).toBe(1)
  })

  it('are missing for an unknown message or position', async () => {
    expect(await get(newId())).toBeUndefined()
    expect(await get(await idOf(1), 7)).toBeUndefined()
  })

  it('are cached by the body hash of the message', async () => {
    const messageId = await idOf(3)
    await get(messageId)
    await mirror.db.run(sql`update messages set body_hash = '\\x00' where id = ${messageId}`)
    connections = 0
    expect(await get(messageId)).toBe(`${text} 3`)
    expect(connections).toBe(1)
  })

  it('are not served from the cache once the message is deleted', async () => {
    const messageId = await idOf(2)
    await get(messageId)
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      const found = await inbox.searchMessageId('b2@x.example')
      await inbox.expunge(found)
    })
    const isThere = () => mirror.db.row(sql`select from messages where id = ${messageId}`)
    await expect.poll(isThere, eventually).toBeUndefined()
    expect(await get(messageId)).toBeUndefined()
  })
})
