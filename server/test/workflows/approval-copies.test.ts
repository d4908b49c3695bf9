import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  eventually,
  finished,
  hook,
  publish,
  stepsOf,
  waiting,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { type MailWorld, startMailWorld } from './mail-world.ts'

let world: MailWorld

/** Every row of the database that contains the text, as characters or as bytes. */
async function rowsWith(text: string) {
  const { db } = world.server
  const hex = Buffer.from(text).toString('hex')
  const tables = await db.rows<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.pool.query(
      `select 1 from ${name} x where x::text like $1 or x::text like $2 limit 1`,
      [`%${text}%`, `%${hex}%`],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

describeWithMail('the link in a mail to an approver', () => {
  beforeAll(async () => {
    world = await startMailWorld()
  })
  afterAll(() => world?.close())

  it('is in no copy that the author of the workflow can read', async () => {
    const { ada, server } = world
    const params = { title: 'Release the payment?', approvers: 'carol@mail.test' }
    const graph = chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', params] })
    const ask = await hook(server, ada, await publish(ada, graph))
    const id = await ask({})
    await waiting(ada, id)
    const mail = await world.arrived('carol', 'Release the payment?')
    const decoded = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const [, token = ''] = /\/api\/v1\/approvals\/t\/([\w-]+)\/approve/.exec(decoded) ?? []
    expect(token).toMatch(/^[\w-]{43}$/)

    const copy = await world.arrived('ada', 'Release the payment?', 'Sent')
    expect(copy).toContain('carol@mail.test')
    expect(copy).not.toContain('/approvals/t/')
    expect(/message-id: (.*)/i.exec(copy)?.[1]).toBe(/message-id: (.*)/i.exec(mail)?.[1])
    const sent = async () =>
      (await world.get('/api/v1/messages?q=in:sent%20subject:%22Release%20the%20payment%22')).messages
    await expect.poll(async () => (await sent())?.length, eventually).toBe(1)
    for (const path of [
      `/api/v1/executions/${id}`,
      '/api/v1/sending/journal',
      '/api/v1/approvals',
      '/api/v1/notifications',
      `/api/v1/messages/${(await sent())[0].id}`,
    ])
      expect(JSON.stringify(await world.get(path)), path).not.toContain(token)
    expect(await rowsWith(token)).toEqual([])

    const page = await fetch(`${server.url}/api/v1/approvals/t/${token}/approve`, { method: 'POST' })
    expect(await page.text()).toContain('Approved by a link sent to carol@mail.test')
    expect(stepsOf(await finished(ada, id)).ask?.data).toMatchObject({
      decidedBy: 'a link sent to carol@mail.test',
    })
  })
})
