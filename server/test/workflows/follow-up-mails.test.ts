import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  hook,
  publish,
  stepsOf,
  waiting,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember } from '../factories.ts'
import { describeWithMail } from '../mail/available.ts'
import { headersOf, type MailWorld, startMailWorld } from './mail-world.ts'

let world: MailWorld

const decoded = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
const linkIn = (mail: string) => /\/api\/v1\/approvals\/t\/[\w-]+\/approve/.exec(decoded(mail))?.[0] ?? ''
const run = (job: string) => world.server.db.run(sql`select from graphile_worker.add_job(${job})`)

describeWithMail('mail about what waits, on real servers', () => {
  beforeAll(async () => {
    world = await startMailWorld()
  })
  afterAll(() => world?.close())

  it('reminds an approver and asks another member, each with a link of their own that works', async () => {
    const { ada, server } = world
    const bob = await createMember(server, { email: 'bob@mail.test', name: 'Bob' })
    const params = {
      title: 'Release the payment?',
      approvers: 'carol@mail.test',
      remind: { amount: 1, unit: 'hours' },
      escalate: { after: { amount: 1, unit: 'hours' }, to: 'bob@mail.test' },
    }
    const graph = chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', params] })
    const id = await (await hook(server, ada, await publish(ada, graph)))({})
    await waiting(ada, id)
    const first = await world.arrived('carol', 'Subject: Approval needed')
    await server.db.run(sql`
      update approvals set remind_at = now(), escalate_at = now() where execution_id = ${id}`)
    await run('approvals.follow-up')
    const reminder = await world.arrived('carol', 'Subject: Reminder')
    const escalated = await world.arrived('bob', 'Subject: No decision yet')
    expect(decoded(reminder)).toContain('Nobody has decided this request yet.')
    expect(headersOf(reminder)['auto-submitted']).toBe('auto-generated')
    const links = [first, reminder, escalated].map(linkIn)
    expect(links.every((link) => link !== '')).toBe(true)
    expect(new Set(links).size).toBe(3)

    for (const subject of ['Reminder', 'No decision yet'])
      expect(await world.arrived('ada', `Subject: ${subject}`, 'Sent')).not.toContain('/approvals/t/')

    // The first link still leads to the request; Bob, a member, has to sign in.
    const [old = '', reminded = '', bobs = ''] = links
    expect(await (await fetch(`${server.url}${old}`)).text()).toContain('Release the payment?')
    const page = await fetch(`${server.url}${bobs}`, {
      headers: { cookie: `mailwright_session=${bob.sessionToken}` },
    })
    expect(await page.text()).toContain('Release the payment?')
    expect((await fetch(`${server.url}${bobs}`, { method: 'POST' })).status).toBe(401)
    const decision = await fetch(`${server.url}${reminded}`, { method: 'POST' })
    expect(await decision.text()).toContain('Approved by a link sent to carol@mail.test')
    expect(stepsOf(await finished(ada, id)).ask?.output).toBe('approved')
  })

  it('sends one digest to the account address of the member', async () => {
    const { server, ada } = world
    await server.db.run(sql`update members set email = 'carol@mail.test' where id = ${ada.id}`)
    await server.db.run(sql`
      insert into approvals (id, member_id, execution_id, workflow_id, workflow_name, node_id, step_key, title, expires_at)
      values (gen_random_uuid(), ${ada.id}, gen_random_uuid(), gen_random_uuid(), 'Pay', 'ask', 'digest',
        'Order the <new> chairs?', now() + interval '2 hours')`)
    const body = { muted: [], digest: { enabled: true, hour: 8 } }
    await ada.session('PUT', '/api/v1/notifications/preferences', { body })
    await server.db.run(sql`update notification_preferences set digest_next_at = now()`)
    await run('desk.digests')
    await run('desk.digests')
    const mail = await world.arrived('carol', 'Subject: Mailwright: One item waits for you')
    const headers = headersOf(mail)
    expect(headers.from).toContain('ada@mail.test')
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['content-type']).toContain('multipart/alternative')
    expect(decoded(mail)).toContain('Approval: Order the <new> chairs?')
    expect(decoded(mail)).toContain('Order the &lt;new&gt; chairs?</a>')
    expect(decoded(mail)).toContain(`${server.url}/desk`)
  })
})
