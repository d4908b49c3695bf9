import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember
let mailbox: TestMailbox
let tokens = 0

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Work', 'Home'])
})
afterAll(() => server.close())

const newToken = () => `client-token-${tokens++}`
const act = async (threadId: string, body: object, who = ada) => {
  const answer = await who.session('POST', `/api/v1/threads/${threadId}/actions`, { body })
  return { status: answer.status, code: answer.body.code, ops: answer.body.ops }
}
const stateOf = (id: string) =>
  server.db.row<{ key: string; seen: boolean }>(sql`
    select f.key, m.seen from messages m join folders f on f.id = m.folder_id where m.id = ${id}`)
const reused = { status: 422, code: 'idempotency.key_reused' }

describe('a client token of an action', () => {
  it('has one effect for fifty concurrent calls', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox)
    const body = { action: 'archive', clientToken: newToken() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(threadId, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map(({ ops }) => ops[0].opId)).size).toBe(1)
    expect(answers.filter(({ ops }) => !ops[0].duplicate)).toHaveLength(1)
    const ops = await server.db.rows(sql`select from message_ops where message_id = ${id}`)
    expect(ops).toHaveLength(1)
  })

  it('is rejected with another action, or with other folders', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox)
    const clientToken = newToken()
    const move = { action: 'move', labels: { add: ['folder:Work'] }, clientToken }
    expect((await act(threadId, move)).status).toBe(202)
    expect(await act(threadId, { action: 'trash', clientToken })).toMatchObject(reused)
    expect(await act(threadId, { ...move, labels: { add: ['folder:Home'] } })).toMatchObject(reused)
    expect((await stateOf(id))?.key).toBe('folder:Work')
    expect((await act(threadId, move)).ops).toMatchObject([{ messageId: id, duplicate: true }])
  })

  it('is remembered when the action had nothing to do', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox, { flags: { seen: true } })
    const read = { action: 'markRead', clientToken: newToken() }
    expect(await act(threadId, read)).toMatchObject({ status: 202, ops: [] })
    await act(threadId, { action: 'markUnread', clientToken: newToken() })
    expect(await act(threadId, read)).toMatchObject({ status: 202, ops: [] })
    expect((await stateOf(id))?.seen).toBe(false)
    expect(await act(threadId, { ...read, action: 'trash' })).toMatchObject(reused)
  })

  it('acts on each thread once', async () => {
    const [one, two] = [await deliverOne(server.db, mailbox), await deliverOne(server.db, mailbox)]
    const body = { action: 'flag', clientToken: newToken() }
    for (const { threadId } of [one, two]) expect((await act(threadId, body)).ops[0].duplicate).toBe(false)
  })

  it('is answered as a duplicate after the action has deleted the thread', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox, { folder: 'trash' })
    const body = { action: 'deletePermanently', clientToken: newToken() }
    const first = await act(threadId, body)
    expect(await stateOf(id)).toBeUndefined()
    expect(await act(threadId, body)).toEqual({
      ...first,
      ops: [{ messageId: id, opId: first.ops[0].opId, duplicate: true }],
    })
    expect(await act(threadId, { ...body, action: 'flag' })).toMatchObject(reused)
    expect((await act(threadId, { ...body, clientToken: newToken() })).status).toBe(404)
    expect((await act(threadId, body, bob)).status).toBe(404)
  })

  it.each(['', 'short', 'with space', 'a'.repeat(129)])('must not be %j', async (clientToken) => {
    const { threadId } = await deliverOne(server.db, mailbox)
    expect(await act(threadId, { action: 'flag', clientToken })).toMatchObject({
      status: 400,
      code: 'webmail.bad_request',
    })
  })
})
