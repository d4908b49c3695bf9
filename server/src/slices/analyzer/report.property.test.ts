import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliver, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { workerRole } from '../executions/fixtures/run-workflow.ts'
import { excludedDomain, expectedReport, type RandomMail } from './fixtures/brute-force.ts'
import { analyze, daysAgo } from './fixtures/mailbox.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer(workerRole)
  ada = await createMember(server)
  const scope = { mode: 'exclude', domains: [excludedDomain], emails: [] }
  expect((await ada.session('PUT', '/api/v1/scope', { body: scope })).status).toBe(200)
  const trigger = {
    id: 'mail',
    type: 'trigger.message',
    version: 1,
    name: 'Invoice',
    params: { conditions: [{ field: 'subject', operator: 'contains', value: 'invoice' }] },
  }
  const graph = { id: 'g', workflowId: 'w', nodes: [trigger], connections: [] }
  const { body } = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Invoices', graph } })
  const published = await ada.session('PATCH', `/api/v1/workflows/${body.id}`, { body: { published: true } })
  expect(published.status, published.text).toBe(200)
})
afterAll(() => server.close())

const senders = [
  'zoe@gmail.com',
  'yan@orange.fr',
  'a@shop.example',
  'b@shop.example',
  'no-reply@shop.example',
]
const subjects = [
  'Invoice 12',
  'Your invoice 99',
  'Hello',
  'Devis pour 3 lampes',
  'RE: Facture mai',
  'Order 4 left',
]

const randomMail: fc.Arbitrary<RandomMail> = fc.record({
  from: fc.constantFrom(...senders, `x@${excludedDomain}`, null),
  subject: fc.constantFrom(...subjects, null),
  // Never close to the end of a window.
  ageDays: fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 99 }))
    .map(([d, p]) => d + p / 100),
  seen: fc.boolean(),
  hasAttachments: fc.boolean(),
  isMailingList: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  isNoReply: fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
  isAutoReply: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  folder: fc.constantFrom('inbox', 'inbox', 'inbox', 'archive', 'trash', 'spam', 'sent'),
})

const store = (mailbox: TestMailbox, mail: RandomMail[]) =>
  deliver(
    server.db,
    mail.map(({ from, subject, ageDays, seen, hasAttachments, folder, ...signals }) =>
      newMail(mailbox, {
        from: from === null ? null : { email: from },
        subject,
        receivedAt: daysAgo(ageDays),
        hasAttachments,
        folder,
        flags: { seen, sent: folder === 'sent' },
        signals,
      }),
    ),
  )

const outcomes = ['excluded_org', 'excluded_member', 'guardrail', 'unmatched', 'dispatched']
async function journal(mailbox: TestMailbox, ages: number[]) {
  const rows = ages.map((age, i) => ({ outcome: outcomes[i % 5] ?? '', age }))
  for (const { outcome, age } of rows)
    await server.db.run(sql`
      insert into journal_entries (id, mailbox_id, message_id, outcome, created_at)
      values (${newId()}, ${mailbox.id}, ${newId()}, ${outcome}, ${daysAgo(age)})`)
  const recent = (...wanted: string[]) =>
    rows.filter(({ outcome, age }) => age < 30 && wanted.includes(outcome)).length
  return {
    received30d: recent(...outcomes),
    excluded30d: recent('excluded_org', 'excluded_member'),
    unmatched30d: recent('unmatched'),
    dispatched30d: recent('dispatched'),
  }
}

it('equals a count of every message, whatever the mail', async () => {
  const days = fc.constantFrom(30, 90, 180, 365)
  const property = fc.asyncProperty(
    fc.array(randomMail, { maxLength: 120 }),
    days,
    fc.integer({ min: 1, max: 8 }),
    fc.array(
      fc.integer({ min: 0, max: 59 }).map((age) => age + 0.5),
      { maxLength: 12 },
    ),
    async (mail, windowDays, minGroupVolume, ages) => {
      // Distinct times, so that the newest message is the same for everybody.
      const distinct = mail.map((one, i) => ({ ...one, ageDays: one.ageDays + i / 100_000 }))
      const mailbox = await createTestMailbox(server.db, ada.id)
      await store(mailbox, distinct)
      const expected = expectedReport(distinct, windowDays, minGroupVolume)
      const entries = await journal(mailbox, ages)
      const { body } = await analyze(ada, mailbox, { windowDays, minGroupVolume })
      expect(body.stats).toMatchObject({ ...expected.stats, ...entries })
      expect(body.window).toMatchObject(expected.window)
      expect(body.coverage).toMatchObject({ messages: expected.window.messages, covered: expected.covered })
      expect(body.stats.peakHours.reduce((sum, { volume }) => sum + volume, 0)).toBe(expected.window.messages)
      const counters = body.groups.map(
        ({ key, domain, label, note, verdict, proposal, issues, ...group }) => group,
      )
      const sorted = (list: object[]) =>
        list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort()
      expect(sorted(counters)).toEqual(sorted(expected.groups))
    },
  )
  await fc.assert(property, { numRuns: 25 })
}, 600_000)
