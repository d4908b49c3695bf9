import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { eventually, workerRole } from '../executions/fixtures/run-workflow.ts'
import { putApproval, putDraft } from './fixtures/waiting.store.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
beforeAll(async () => {
  server = await testServer(workerRole)
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await createMember(server, { name: 'Ada' })
  mailbox = await createTestMailbox(server.db, ada.id)
})

const enable = async (timeZone = 'UTC') => {
  const body = { muted: [], digest: { enabled: true, hour: 8, timeZone } }
  expect((await ada.session('PUT', '/api/v1/notifications/preferences', { body })).status).toBe(200)
}
const makeDue = (minutes = 1) =>
  server.db.run(sql`
    update notification_preferences set digest_next_at = now() - make_interval(mins => ${minutes}::int)
    where member_id = ${ada.id}`)
/** Runs the job twice at the same time, as two processes may, and waits until both are done. */
async function sweep() {
  for (const _ of [1, 2]) await server.db.run(sql`select from graphile_worker.add_job('desk.digests')`)
  const left = async () =>
    (
      await server.db.row<{ n: number }>(sql`
        select count(*) as n from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'desk.digests'`)
    )?.n
  await expect.poll(left, eventually).toBe(0)
}
type Mail = {
  to: string[]
  subject: string
  text: string
  html: string
  origin: string
  automatic: boolean
  workflow: string | null
}
const mails = () =>
  server.db.rows<Mail>(sql`
    select "to", subject, body_text as text, body_html as html, origin, automatic, workflow_id as workflow
    from outgoing_messages where member_id = ${ada.id} and origin = 'approval'`)
const nextAt = async () =>
  (
    await server.db.row<{ at: string }>(sql`
      select digest_next_at as at from notification_preferences where member_id = ${ada.id}`)
  )?.at

describe('the daily digest', () => {
  it('tells what waits, most urgent first, with links and escaped', async () => {
    await putDraft(server, ada, { mailboxId: mailbox.id, subject: '<b>Offer</b> & more' })
    const approval = await putApproval(server, ada, { title: 'Pay\nnow?', due: 2 })
    await enable()
    await makeDue()
    await sweep()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: [ada.email], origin: 'approval', automatic: true, workflow: null })
    expect(mail?.subject).toBe('Mailwright: 2 items wait for you')
    expect(mail?.text).toMatch(/1 draft to review, 1 approval to decide, 1 is due within 24 hours\./)
    expect(mail?.text).toContain(`Approval: Pay now?`)
    expect(mail?.text).toContain(`${server.url}/approvals/${approval}`)
    expect(mail?.text).toContain('Draft: <b>Offer</b> & more')
    expect(mail?.text.indexOf('Pay now?')).toBeLessThan(mail?.text.indexOf('Offer') ?? 0)
    expect(mail?.html).toContain('&lt;b&gt;Offer&lt;/b&gt; &amp; more</a>')
    expect(mail?.html).not.toContain('<b>Offer')
  })

  it('is written in the language of the member', async () => {
    await server.db.run(sql`update members set settings = '{"locale": "fr"}' where id = ${ada.id}`)
    await putDraft(server, ada, { mailboxId: mailbox.id })
    await enable('Europe/Paris')
    await makeDue()
    await sweep()
    const [mail] = await mails()
    expect(mail?.subject).toBe('Mailwright: Un élément attend votre décision')
    expect(mail?.text).toContain('1 brouillon à relire')
    expect(mail?.text).toContain('(Europe/Paris)')
  })

  it('comes once a day, whatever makes it due again', async () => {
    await putDraft(server, ada, { mailboxId: mailbox.id })
    await enable()
    await makeDue()
    await sweep()
    expect(Date.parse((await nextAt()) ?? '')).toBeGreaterThan(Date.now())
    await enable()
    await makeDue()
    await sweep()
    expect(await mails()).toHaveLength(1)
  })

  it('is not sent when nothing waits, and the next one is planned', async () => {
    await putDraft(server, ada, { mailboxId: mailbox.id, snoozed: 5 })
    await enable()
    await makeDue()
    await sweep()
    expect(await mails()).toEqual([])
    expect(Date.parse((await nextAt()) ?? '')).toBeGreaterThan(Date.now())
  })

  it('is left out without an active mailbox', async () => {
    await putApproval(server, ada)
    await server.db.run(sql`update mailboxes set status = 'disconnected' where id = ${mailbox.id}`)
    await enable()
    await makeDue()
    await sweep()
    expect(await mails()).toEqual([])
  })

  it('is left out when it is hours late, as after an outage', async () => {
    await putApproval(server, ada)
    await enable()
    await makeDue(150)
    await sweep()
    expect(await mails()).toEqual([])
  })

  it('is not sent to a suspended member, and off by default', async () => {
    await putApproval(server, ada)
    await sweep()
    await enable()
    await server.db.run(sql`update members set status = 'suspended' where id = ${ada.id}`)
    await makeDue()
    await sweep()
    expect(await mails()).toEqual([])
  })
})
