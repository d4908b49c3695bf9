import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { recordOutcomes, removeMessages } from './index.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember
let mailbox: TestMailbox

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
})
afterAll(() => server.close())

async function deliverWithOutcome(outcome: 'dispatched' | 'unmatched') {
  const stored = await deliverOne(server.db, mailbox, { subject: outcome })
  const entry = { mailboxId: mailbox.id, messageId: stored.id, outcome, ruleRef: null }
  return { stored, entry, recorded: await recordOutcomes(server.db, [entry]) }
}
const list = async (member: TestMember, query = '') =>
  (await member.session('GET', `/api/v1/journal${query}`)).body.entries

describe('the journal', () => {
  it('has at most one entry per message', async () => {
    const { stored, entry, recorded } = await deliverWithOutcome('dispatched')
    expect(recorded).toEqual([stored.id])
    expect(await recordOutcomes(server.db, [{ ...entry, outcome: 'unmatched' }])).toEqual([])
    const { body } = await ada.session('GET', `/api/v1/messages/${stored.id}/journal`)
    expect(body).toEqual({
      entry: expect.objectContaining({ outcome: 'dispatched', ruleRef: null }),
      executions: [],
    })
  })

  it('has no entry for a message without an outcome', async () => {
    const { id } = await deliverOne(server.db, mailbox)
    const { status, body } = await ada.session('GET', `/api/v1/messages/${id}/journal`)
    expect([status, body]).toEqual([200, { entry: null, executions: [] }])
    expect((await bob.session('GET', `/api/v1/messages/${id}/journal`)).status).toBe(404)
  })

  it('lists entries newest first, by outcome and by mailbox', async () => {
    const { stored } = await deliverWithOutcome('unmatched')
    const [newest] = await list(ada)
    expect(newest).toMatchObject({
      outcome: 'unmatched',
      mailboxId: mailbox.id,
      messageId: stored.id,
      subject: 'unmatched',
      from: { name: 'Bob Stone', email: 'bob@example.net' },
    })
    const dispatched = await list(ada, '?outcome=dispatched')
    expect(dispatched.every((entry: { outcome: string }) => entry.outcome === 'dispatched')).toBe(true)
    expect(dispatched.length).toBeGreaterThan(0)
    expect(await list(ada, `?mailboxId=${mailbox.id}`)).toEqual(await list(ada))
    expect(await list(ada, '?mailboxId=nope')).toEqual([])
    expect(await list(bob, `?mailboxId=${mailbox.id}`)).toEqual([])
  })

  it('lists the entries of a period, its beginning included and its end not', async () => {
    await deliverWithOutcome('unmatched')
    const [{ id, createdAt }] = await list(ada)
    const later = new Date(Date.parse(createdAt) + 1).toISOString()
    const ids = async (query: string) => (await list(ada, query)).map((entry: { id: string }) => entry.id)
    expect(await ids(`?from=${createdAt}&to=${later}`)).toContain(id)
    expect(await ids(`?to=${createdAt}`)).not.toContain(id)
    expect(await ids(`?from=${later}`)).toEqual([])
    expect(await ids('?from=2020-02-30T00:00:00Z&to=9999-12-31T23:59:59Z')).toContain(id)
  })

  it('shows no sender and subject after the message was deleted', async () => {
    const { stored } = await deliverWithOutcome('dispatched')
    await removeMessages(server.db, stored.folderId, [stored.uid])
    const [entry] = await list(ada)
    expect(entry).toMatchObject({ outcome: 'dispatched', messageId: null, from: null, subject: null })
  })

  it('rejects an unknown outcome', async () => {
    const { status, body } = await ada.session('GET', '/api/v1/journal?outcome=odd')
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
  })
})
