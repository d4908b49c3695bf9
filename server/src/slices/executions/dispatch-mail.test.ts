import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { dispatchMail } from '../../composition/message-triggers.ts'
import { chainOf, set } from './fixtures/graphs.ts'
import { publish } from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
})

const graph = (params: object = {}) => chainOf({ mail: ['trigger.message', params], end: set({ ok: true }) })
const dispatch = (id: string) =>
  server.db.transaction((db) => dispatchMail(db, { id: mailbox.id, memberId: ada.id }, [{ id }]))
const started = async () => {
  const { body } = await ada.session('GET', '/api/v1/executions')
  return body.executions.map(({ workflowId, messageId }: { workflowId: string; messageId: string }) => [
    workflowId,
    messageId,
  ])
}

it('dispatches a message once to every matching workflow, even if dispatched repeatedly', async () => {
  const [first, second] = [await publish(ada, graph()), await publish(ada, graph())]
  await publish(ada, graph({ conditions: [{ field: 'subject', operator: 'contains', value: 'invoice' }] }))
  const { id } = await deliverOne(server.db, mailbox, { subject: 'Hello' })
  expect(await dispatch(id)).toEqual(new Set([id]))
  await Promise.all(Array.from({ length: 20 }, () => dispatch(id)))
  expect((await started()).toSorted()).toEqual(
    [
      [first, id],
      [second, id],
    ].toSorted(),
  )
})

it('dispatches only to the first workflow by priority in that mode', async () => {
  await ada.session('PUT', '/api/v1/dispatch-policy', { body: { mode: 'priority' } })
  await publish(ada, graph())
  const urgent = await publish(ada, graph(), { dispatchPriority: 1 })
  await publish(ada, graph(), { dispatchPriority: 5 })
  const { id } = await deliverOne(server.db, mailbox)
  await dispatch(id)
  expect(await started()).toEqual([[urgent, id]])
})

it('skips workflows that are paused, archived, unpublished or for another mailbox', async () => {
  const other = await createTestMailbox(server.db, ada.id)
  await publish(ada, graph(), { paused: true })
  await publish(ada, graph({ mailboxIds: [other.id] }))
  const gone = await publish(ada, graph())
  await ada.session('PATCH', `/api/v1/workflows/${gone}`, { body: { archived: true } })
  await ada.session('POST', '/api/v1/workflows', { body: { name: 'Draft', graph: graph() } })
  const { id } = await deliverOne(server.db, mailbox)
  expect(await dispatch(id)).toEqual(new Set())
  expect(await started()).toEqual([])
})

it('dispatches lists and automatic mail only to triggers that include them', async () => {
  await publish(ada, graph())
  const lists = await publish(ada, graph({ includeLists: true }))
  const { id } = await deliverOne(server.db, mailbox, { signals: { isMailingList: true } })
  await dispatch(id)
  expect(await started()).toEqual([[lists, id]])
})

it('dispatches again after a rollback', async () => {
  await publish(ada, graph())
  const { id } = await deliverOne(server.db, mailbox)
  const failing = server.db.transaction(async (db) => {
    await dispatchMail(db, { id: mailbox.id, memberId: ada.id }, [{ id }])
    throw new Error('a crash')
  })
  await expect(failing).rejects.toThrow('a crash')
  expect(await started()).toEqual([])
  await dispatch(id)
  expect(await started()).toHaveLength(1)
})

it('tells what expressions see of a message, to its owner only', async () => {
  const { id } = await deliverOne(server.db, mailbox, {
    subject: 'Order 20418',
    from: { name: 'Bob', email: 'Bob@Example.net' },
  })
  const { status, body } = await ada.session('GET', `/api/v1/messages/${id}/scope`)
  expect(status).toBe(200)
  expect(body.scope).toMatchObject({
    message: { id, subject: 'Order 20418' },
    sender: { name: 'Bob', email: 'bob@example.net', domain: 'example.net' },
    mailbox: { id: mailbox.id },
    thread: { messageCount: 1 },
    member: { email: ada.email },
  })
  const other = await createMember(server)
  const refused = await other.session('GET', `/api/v1/messages/${id}/scope`)
  expect([refused.status, refused.body.code]).toEqual([404, 'webmail.message_not_found'])
})
