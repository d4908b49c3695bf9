import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { createTestMailbox, deliver, deliverOne, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import {
  changeMessages,
  emptyFolder,
  moveMessages,
  refreshFolder,
  removeMessages,
  updateFlags,
} from './change-messages.ts'
import { expectConsistent } from './fixtures/oracle.ts'

let server: TestServer
let mailbox: TestMailbox

beforeAll(async () => {
  server = await testServer()
  const ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Work', 'Play'])
})
afterAll(() => server.close())

const folder = (key: string) => mailbox.folders[key] ?? ''
const messagesIn = (key: string) =>
  server.db.rows<{ id: string; uid: number; threadId: string; seen: boolean; flagged: boolean }>(sql`
    select id, uid, thread_id as "threadId", seen, flagged from messages where folder_id = ${folder(key)} order by uid`)
const countsOf = async (key: string) => {
  const row = await server.db.row<{ messages: number; unread: number }>(sql`
    select messages, unread from folder_counts where mailbox_id = ${mailbox.id} and folder_key = ${key}`)
  return [row?.messages ?? 0, row?.unread ?? 0]
}

describe('changes to stored messages', () => {
  it('sets flags by UID and returns only the changed messages', async () => {
    const a = await deliverOne(server.db, mailbox, { flags: { seen: false } })
    const b = await deliverOne(server.db, mailbox, { flags: { seen: true } })
    const changed = await updateFlags(server.db, folder('inbox'), [
      { uid: a.uid, seen: true, flagged: true, modseq: '9223372036854775807' },
      { uid: b.uid, seen: true, modseq: '7' },
      { uid: 999_999_999, seen: false },
    ])
    expect(changed.map(({ id }) => id)).toEqual([a.id])
    expect(
      await server.db.row(sql`select seen, flagged, modseq::text from messages where id = ${a.id}`),
    ).toEqual({
      seen: true,
      flagged: true,
      modseq: '9223372036854775807',
    })
    expect(await countsOf('starred')).toEqual([1, 0])
    await expectConsistent(server.db)
  })

  it('moves a message with its id and thread, and removes the message at the target', async () => {
    const a = await deliverOne(server.db, mailbox, { flags: { seen: false } })
    const occupant = await deliverOne(server.db, mailbox, { folder: 'archive', uid: 77 })
    await moveMessages(server.db, [{ id: a.id, folderId: folder('archive'), uid: 77, modseq: null }])
    expect(await messagesIn('archive')).toEqual([
      expect.objectContaining({ id: a.id, uid: 77, threadId: a.threadId }),
    ])
    expect(await server.db.row(sql`select from threads where id = ${occupant.threadId}`)).toBeUndefined()
    expect(await countsOf('archive')).toEqual([1, 1])
    await expectConsistent(server.db)
  })

  it('renumbers a folder whose messages swap their UIDs', async () => {
    const stored = await deliver(
      server.db,
      [1, 2, 3].map((uid) => newMail(mailbox, { folder: 'folder:Play', uid })),
    )
    const moves = stored.map(({ id }, i) => ({
      id,
      folderId: folder('folder:Play'),
      uid: 3 - i,
      modseq: null,
    }))
    await moveMessages(server.db, moves)
    expect((await messagesIn('folder:Play')).map(({ id }) => id)).toEqual(
      stored.map(({ id }) => id).reverse(),
    )
  })

  it('removes messages, and threads left without messages', async () => {
    const a = await deliverOne(server.db, mailbox, { folder: 'trash', messageIdHeader: 'gone@example.net' })
    const b = await deliverOne(server.db, mailbox, { inReplyTo: 'gone@example.net', folder: 'folder:Work' })
    expect(b.threadId).toBe(a.threadId)
    expect(await removeMessages(server.db, folder('trash'), [a.uid, 123_456])).toHaveLength(1)
    expect(await countsOf('trash')).toEqual([0, 0])
    expect(await removeMessages(server.db, folder('folder:Work'), [b.uid])).toHaveLength(1)
    expect(await server.db.row(sql`select from threads where id = ${a.threadId}`)).toBeUndefined()
    await expectConsistent(server.db)
  })

  it('counts messages in the folders of their labels', async () => {
    const { id } = await deliverOne(server.db, mailbox, {
      labels: ['folder:Work', 'inbox', 'all', 'starred'],
    })
    expect(await countsOf('folder:Work')).toEqual([1, 0])
    await changeMessages(server.db, [{ id, labels: ['folder:Play'] }])
    expect(await countsOf('folder:Work')).toEqual([0, 0])
    await expectConsistent(server.db)
  })

  it('updates threads and counts after the key of a folder changed', async () => {
    await deliverOne(server.db, mailbox, { folder: 'folder:Work', flags: { seen: false } })
    await server.db.run(sql`update folders set key = 'folder:Job' where id = ${folder('folder:Work')}`)
    await server.db.transaction((db) => refreshFolder(db, mailbox.id, folder('folder:Work')))
    expect(await countsOf('folder:Job')).toEqual([1, 1])
    await server.db.run(sql`update folders set key = 'folder:Work' where id = ${folder('folder:Work')}`)
    await server.db.transaction((db) => refreshFolder(db, mailbox.id, folder('folder:Work')))
    await expectConsistent(server.db)
  })

  it('empties a folder in batches', async () => {
    await deliver(
      server.db,
      Array.from({ length: 5 }, () => newMail(mailbox, { folder: 'spam' })),
    )
    expect(await emptyFolder(server.db, folder('spam'), 3)).toBe(3)
    expect(await emptyFolder(server.db, folder('spam'), 3)).toBe(2)
    expect(await emptyFolder(server.db, folder('spam'), 3)).toBe(0)
    await expectConsistent(server.db)
  })
})

it('stays consistent after any sequence of changes', async () => {
  const key = fc.constantFrom('inbox', 'sent', 'trash', 'spam', 'folder:Work')
  const ref = fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6')
  const flags = fc.record({ seen: fc.boolean(), flagged: fc.boolean() })
  const labels = fc.subarray(['folder:Work', 'inbox', 'folder:Play'])
  const step = fc.oneof(
    fc.record({
      do: fc.constant('store' as const),
      key,
      flags,
      labels,
      refs: fc.array(ref, { maxLength: 3 }),
    }),
    fc.record({ do: fc.constant('flags' as const), key, flags, labels }),
    fc.record({ do: fc.constant('move' as const), key, to: key }),
    fc.record({ do: fc.constant('remove' as const), key }),
  )
  let uid = 1_000_000
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const one of steps) {
        const found = (await messagesIn(one.key)).slice(0, 3)
        await server.db.transaction(async (db) => {
          if (one.do === 'store')
            await deliver(server.db, [newMail(mailbox, { ...one, folder: one.key, references: one.refs })])
          else if (one.do === 'flags')
            await updateFlags(
              db,
              folder(one.key),
              found.map((m) => ({ uid: m.uid, ...one.flags, labels: one.labels })),
            )
          else if (one.do === 'move')
            await moveMessages(
              db,
              found.map(({ id }) => ({ id, folderId: folder(one.to), uid: ++uid, modseq: null })),
            )
          else
            await removeMessages(
              db,
              folder(one.key),
              found.map((m) => m.uid),
            )
        })
      }
      await expectConsistent(server.db)
    }),
    { numRuns: 15 },
  )
})
