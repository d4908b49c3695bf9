import { graph, node } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne } from '#test/mirror'
import type { TestServer } from '#test/server'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { sql } from '../../platform/db/sql.ts'
import { at, changed, createWorkflow, publishedWorkflow, workflowServer } from './fixtures/workflow-server.ts'
import { findWebhookTrigger } from './index.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await workflowServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const hooked = () => graph([node('hook', 'trigger.webhook')])
const findBy = (token: string) => findWebhookTrigger(server.db, hashToken(token), 'trigger.webhook')

describe('a webhook address', () => {
  it('is shown once, and only its hash is stored', async () => {
    const { id } = await publishedWorkflow(ada, hooked())
    const { status, body } = await ada.session('POST', at(id, '/webhook'))
    expect(status).toBe(201)
    expect(Buffer.from(body.token, 'base64url')).toHaveLength(32)
    expect(body.url).toBe(`${server.url}/hooks/wf/${body.token}`)
    const { body: read, text } = await ada.session('GET', at(id))
    expect([read.hasWebhook, text.includes(body.token)]).toEqual([true, false])
    const dump = await server.db.rows(
      sql`select * from workflows w join workflow_triggers t on t.workflow_id = w.id`,
    )
    expect(JSON.stringify(dump)).not.toContain(body.token)
    expect(await findBy(body.token)).toMatchObject({ workflowId: id, memberId: ada.id, nodeId: 'hook' })
  })

  it('starts nothing while the workflow is not published', async () => {
    const { id } = await createWorkflow(ada, hooked())
    const { body } = await ada.session('POST', at(id, '/webhook'))
    expect(await findBy(body.token)).toBeUndefined()
    await changed(ada, id, { published: true })
    expect(await findBy(body.token)).toBeDefined()
    await changed(ada, id, { archived: true })
    expect(await findBy(body.token)).toBeUndefined()
  })

  it('cannot be created for a workflow without a webhook trigger', async () => {
    const refusal = async (id: string) => {
      const { status, body } = await ada.session('POST', at(id, '/webhook'))
      return [status, body.code, body.details?.reason]
    }
    const conflict = [409, 'workflow.conflict', 'no_webhook_trigger']
    expect(await refusal((await publishedWorkflow(ada)).id)).toEqual(conflict)
    const disabled = graph([node('hook', 'trigger.webhook', { disabled: true })])
    const { id } = await createWorkflow(ada, disabled)
    expect(await refusal(id)).toEqual(conflict)
    expect((await ada.session('GET', at(id))).body.hasWebhook).toBe(false)
    // A draft beside the published version counts, too.
    const { id: published } = await publishedWorkflow(ada)
    await changed(ada, published, { graph: hooked() })
    expect((await ada.session('POST', at(published, '/webhook'))).status).toBe(201)
  })

  it('is replaced by a new one, and can be revoked', async () => {
    const { id } = await publishedWorkflow(ada, hooked())
    const first = (await ada.session('POST', at(id, '/webhook'))).body.token
    const second = (await ada.session('POST', at(id, '/webhook'))).body.token
    expect([await findBy(first), (await findBy(second))?.workflowId]).toEqual([undefined, id])
    for (let i = 0; i < 2; i++) expect((await ada.session('DELETE', at(id, '/webhook'))).status).toBe(204)
    expect(await findBy(second)).toBeUndefined()
    expect((await ada.session('GET', at(id))).body.hasWebhook).toBe(false)
    const entries = await server.db.rows<{ action: string }>(sql`
      select action from audit_entries where target_id = ${id} order by id`)
    expect(entries.map((one) => one.action)).toEqual([
      'workflow.published',
      'workflow.webhook_created',
      'workflow.webhook_created',
      'workflow.webhook_revoked',
    ])
  })
})

describe('test messages', () => {
  const pin = (id: string, messageIds: string[]) =>
    ada.session('PUT', at(id, '/test-messages'), { body: { messageIds } })
  const pinned = async (id: string) => (await ada.session('GET', at(id, '/test-messages'))).body.messageIds

  it('are replaced as a whole and keep their order', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const one = (await deliverOne(server.db, mailbox, {})).id
    const two = (await deliverOne(server.db, mailbox, {})).id
    const { id } = await createWorkflow(ada)
    expect(await pinned(id)).toEqual([])
    expect((await pin(id, [two, one, two.toUpperCase()])).body).toEqual({ messageIds: [two, one] })
    expect(await pinned(id)).toEqual([two, one])
    await server.db.run(sql`delete from messages where id = ${two}`)
    expect(await pinned(id)).toEqual([one])
    await pin(id, [])
    expect(await pinned(id)).toEqual([])
  })

  it("must be the member's own, at most 20", async () => {
    const bob = await createMember(server)
    const foreign = await deliverOne(server.db, await createTestMailbox(server.db, bob.id), {})
    const { id } = await createWorkflow(ada)
    for (const messageId of [foreign.id, 'nope']) {
      const refused = await pin(id, [messageId])
      expect([refused.status, refused.body.code]).toEqual([404, 'webmail.message_not_found'])
    }
    expect(
      (
        await pin(
          id,
          Array.from({ length: 21 }, () => foreign.id),
        )
      ).status,
    ).toBe(400)
  })
})
