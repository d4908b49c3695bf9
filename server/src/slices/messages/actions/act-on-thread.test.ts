import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliver, deliverOne, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
let tokens = 0

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Projects'])
})
afterAll(() => server.close())

const act = async (threadId: string, action: string, more: object = {}) => {
  const body = { action, clientToken: `token-${tokens++}-x`, ...more }
  const answer = await ada.session('POST', `/api/v1/threads/${threadId}/actions`, { body })
  return { ...answer, result: [answer.status, answer.body.code] }
}
const stateOf = (id: string) =>
  server.db.row<{ key: string; seen: boolean; flagged: boolean }>(sql`
    select f.key, m.seen, m.flagged from messages m join folders f on f.id = m.folder_id where m.id = ${id}`)

describe('an action on a thread', () => {
  it.each([
    ['archive', 'inbox', 'archive'],
    ['unarchive', 'archive', 'inbox'],
    ['trash', 'inbox', 'trash'],
    ['restore', 'trash', 'inbox'],
    ['spam', 'inbox', 'spam'],
    ['notSpam', 'spam', 'inbox'],
  ])('%s moves from %s to %s', async (action, from, to) => {
    const { id, threadId } = await deliverOne(server.db, mailbox, { folder: from })
    const { status, body } = await act(threadId, action)
    expect([status, body.threadId, body.ops.length]).toEqual([202, threadId, 1])
    expect(body.ops[0]).toMatchObject({ messageId: id, duplicate: false })
    expect((await stateOf(id))?.key).toBe(to)
  })

  it.each(['inbox', 'archive', 'sent', 'drafts', 'spam', 'folder:Projects'])(
    'restore puts a message back into %s, where it was',
    async (folder) => {
      const { id, threadId } = await deliverOne(server.db, mailbox, { folder })
      await act(threadId, 'trash')
      expect((await stateOf(id))?.key).toBe('trash')
      expect((await act(threadId, 'restore')).body.ops).toHaveLength(1)
      expect((await stateOf(id))?.key).toBe(folder)
    },
  )

  it('restore puts each message of a thread back into its own folder', async () => {
    const [question, answer] = await deliver(server.db, [
      newMail(mailbox, { messageIdHeader: 'q@example.com', folder: 'archive' }),
      newMail(mailbox, { references: ['q@example.com'], folder: 'sent', flags: { sent: true } }),
    ])
    await act(question?.threadId ?? '', 'trash')
    await act(question?.threadId ?? '', 'restore')
    expect((await stateOf(question?.id ?? ''))?.key).toBe('archive')
    expect((await stateOf(answer?.id ?? ''))?.key).toBe('sent')
  })

  it.each([
    ['inbox', {}],
    ['sent', { sent: true }],
    ['drafts', { draft: true, sent: true }],
  ])('restore uses %s where it cannot know better', async (to, flags) => {
    const known = await deliverOne(server.db, mailbox, { folder: 'trash', flags })
    await act(known.threadId, 'restore')
    expect((await stateOf(known.id))?.key).toBe(to)
    const bare = await createTestMailbox(server.db, ada.id, ['Gone'])
    const moved = await deliverOne(server.db, bare, { folder: 'folder:Gone', flags })
    await act(moved.threadId, 'trash')
    await server.db.run(sql`delete from folders where mailbox_id = ${bare.id} and key = 'folder:Gone'`)
    await act(moved.threadId, 'restore')
    expect((await stateOf(moved.id))?.key).toBe(to)
  })

  it('restore forgets a folder that the message has left since', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox, { folder: 'folder:Projects' })
    await act(threadId, 'trash')
    await act(threadId, 'move', { labels: { add: ['archive'] } })
    await act(threadId, 'trash')
    await act(threadId, 'restore')
    expect((await stateOf(id))?.key).toBe('archive')
  })

  it.each(['trash', 'spam'])('deletePermanently takes only what is in %s, if anything is', async (bin) => {
    const [kept, first, second] = await deliver(server.db, [
      newMail(mailbox, { messageIdHeader: `${bin}-root@example.com` }),
      newMail(mailbox, { references: [`${bin}-root@example.com`], folder: bin }),
      newMail(mailbox, { references: [`${bin}-root@example.com`], folder: bin }),
    ])
    const threadId = kept?.threadId ?? ''
    const { body } = await act(threadId, 'deletePermanently')
    expect(body.ops.map((op: { messageId: string }) => op.messageId)).toEqual([first?.id, second?.id])
    expect((await stateOf(kept?.id ?? ''))?.key).toBe('inbox')
    expect(await stateOf(first?.id ?? '')).toBeUndefined()
    await act(threadId, 'deletePermanently')
    expect(await stateOf(kept?.id ?? '')).toBeUndefined()
  })

  it('does not change messages that it does not affect', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox, { folder: 'sent' })
    expect((await act(threadId, 'archive')).body.ops).toEqual([])
    expect((await stateOf(id))?.key).toBe('sent')
  })

  it('moves to the named folder and rejects invalid ones', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox)
    await act(threadId, 'move', { labels: { add: ['folder:Projects'] } })
    expect((await stateOf(id))?.key).toBe('folder:Projects')
    for (const labels of [undefined, { add: [] }, { add: ['folder:Nowhere'] }, { add: ['inbox', 'trash'] }])
      expect((await act(threadId, 'move', labels ? { labels } : {})).result).toEqual([
        400,
        'webmail.bad_request',
      ])
  })

  it('returns 409 for a thread of 1000 messages', async () => {
    const root = { messageIdHeader: 'root@example.com' }
    const replies = Array.from({ length: 999 }, (_, i) =>
      newMail(mailbox, { messageIdHeader: `r${i}@example.com`, references: ['root@example.com'] }),
    )
    const [first] = await deliver(server.db, [newMail(mailbox, root), ...replies])
    expect((await act(first?.threadId ?? '', 'flag')).result).toEqual([409, 'webmail.thread_too_large'])
  })

  it('returns 409 when the mailbox lacks the target folder', async () => {
    const bare = await createTestMailbox(server.db, ada.id)
    const { threadId } = await deliverOne(server.db, bare)
    await server.db.run(sql`delete from folders where mailbox_id = ${bare.id} and role = 'archive'`)
    expect((await act(threadId, 'archive')).result).toEqual([409, 'webmail.unsupported_action'])
  })

  it('returns 404 when the last message was just deleted', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox)
    await server.db.run(sql`delete from messages where id = ${id}`)
    expect((await act(threadId, 'flag')).result).toEqual([404, 'webmail.message_not_found'])
  })
})
