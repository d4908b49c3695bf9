import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anotherServer } from '#test/another-server'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { workerRole } from '../executions/fixtures/run-workflow.ts'
import { analyze, daysAgo, deliverMany, finished, groupIn, readReport, request } from './fixtures/mailbox.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
beforeAll(async () => {
  server = await testServer(workerRole)
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Invoices'])
})

const news = (i: number) => ({
  from: { email: 'news@fair.example' },
  subject: `The fair of week ${i}`,
  flags: { seen: i % 10 === 0 },
  signals: { isMailingList: true },
})
const invoice = (i: number) => ({
  from: { email: 'no-reply@power.example' },
  subject: `Your invoice ${1000 + i} of November`,
  hasAttachments: true,
  signals: { isNoReply: true },
})
const quote = (i: number) => ({
  from: { email: `client${i}@gmail.com` },
  subject: `Devis pour ${i} lampes`,
  flags: { answered: true },
})

const reject = (key: string, of = mailbox) =>
  ada.session('POST', `/api/v1/mailboxes/${of.id}/analyzer/proposals/reject`, { body: { key } })
const resultOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a report', () => {
  it('counts groups by sender, signal, shape and topic', async () => {
    await deliverMany(server, mailbox, 20, news)
    await deliverMany(server, mailbox, 12, invoice)
    await deliverMany(server, mailbox, 9, quote)
    await deliverMany(server, mailbox, 6, () => ({
      subject: 'Out of office',
      signals: { isAutoReply: true },
    }))
    await deliverMany(server, mailbox, 2, () => ({ from: { email: 'bob@press.example' }, subject: 'Hello' }))
    // Neither own mail nor spam is received mail.
    await deliverMany(server, mailbox, 3, (i) => ({ ...news(i), folder: 'spam' }))
    await deliverMany(server, mailbox, 3, () => ({ folder: 'sent', flags: { sent: true } }))
    const report = await analyze(ada, mailbox)
    expect(report.body.window).toEqual({
      days: 365,
      reason: 'capped',
      targetMessages: 2_000,
      messages: 49,
      excludedByScope: 0,
      candidates: [30, 90, 180, 365].map((days) => ({ days, messages: 49 })),
    })
    expect(report.body.thresholds).toMatchObject({ minGroupVolume: 5, mode: 'auto' })
    expect(report.options).toEqual({ windowDays: 365, minGroupVolume: 5 })
    expect(report.body.stats).toMatchObject({
      messages30d: 49,
      senders: 13,
      domains: 5,
      groups: 5,
      groupsAnalyzed: 3,
      llmOutcome: { status: 'no_provider' },
    })
    expect(groupIn(report, { signal: 'newsletter' })).toMatchObject({
      domain: 'fair.example',
      label: 'Newsletters from fair.example',
      volume: 20,
      unread: 18,
      note: '1 sender, 90 % unread',
    })
    expect(groupIn(report, { signal: 'automated' })).toMatchObject({
      domain: 'power.example',
      subjectShape: 'Your invoice # of #',
      topic: 'invoice',
      withAttachments: 12,
      monthlyVolume: 1,
    })
    expect(groupIn(report, { topic: 'quote_request' })).toMatchObject({
      signal: 'human',
      domain: '',
      publicDomains: ['gmail.com'],
      volume: 9,
      sampleSubject: 'Devis pour 0 lampes',
      verdict: 'not_analyzed',
    })
    expect(groupIn(report, { signal: 'auto' }).verdict).toBe('nothing_to_automate')
    expect(groupIn(report, { domain: 'press.example' }).verdict).toBe('below_threshold')
  })

  it('takes the shortest window that has enough messages, or the one that the member chose', async () => {
    await deliverMany(server, mailbox, 2_000, (i) => ({ ...quote(i), receivedAt: daysAgo(31 + (i % 50)) }))
    const { body, options } = await analyze(ada, mailbox)
    expect(body.window).toMatchObject({ days: 90, reason: 'target_reached', messages: 2_000 })
    expect(options.windowDays).toBe(90)
    const chosen = await analyze(ada, mailbox, { windowDays: 30, minGroupVolume: 700 })
    expect(chosen.body.window).toMatchObject({ days: 30, reason: 'member_choice', messages: 0 })
    expect(chosen.body.thresholds).toMatchObject({ minGroupVolume: 700, mode: 'member_choice' })
    expect(chosen.options).toEqual({ windowDays: 30, minGroupVolume: 700 })
  })

  it('counts what published workflows cover, by any condition of their triggers', async () => {
    const watch = async (name: string, params: object) => {
      const nodes = [{ id: 'mail', type: 'trigger.message', version: 1, name, params }]
      const graph = { id: 'g', workflowId: 'w', nodes, connections: [] }
      const { body } = await ada.session('POST', '/api/v1/workflows', { body: { name, graph } })
      const done = await ada.session('PATCH', `/api/v1/workflows/${body.id}`, { body: { published: true } })
      expect(done.status, done.text).toBe(200)
    }
    const has = (field: string, value: string) => ({ field, operator: 'contains', value })
    await watch('all', { conditions: [has('subject', 'lampes'), has('body', 'urgent')] })
    await watch('any', { match: 'any', conditions: [has('subject', 'Devis pour 1 '), has('body', 'urgent')] })
    await watch('body', { conditions: [has('body', 'urgent')] })
    await watch('to', { conditions: [has('to', 'sales@example.com')] })
    await watch('first', { firstInThreadOnly: true })
    await watch('not', { conditions: [{ ...has('body', 'urgent'), operator: 'not_contains' }] })
    const [first] = await deliverMany(server, mailbox, 10, (i) => ({
      ...quote(i),
      bodyText: i < 3 ? 'It is URGENT.' : 'Take your time.',
      to: [{ email: i < 2 ? 'sales@example.com' : 'ada@example.com' }],
    }))
    expect(first).toBeDefined()
    await deliverMany(server, mailbox, 4, (i) => ({ ...news(i), bodyText: 'Urgent!' }))
    const { coverage } = (await analyze(ada, mailbox)).body
    const counts = Object.fromEntries(coverage.workflows.map(({ name, messages }) => [name, messages]))
    expect(counts).toEqual({ all: 3, any: 3, body: 3, to: 2, first: 10, not: 7 })
    expect(coverage).toMatchObject({ messages: 14, covered: 10, bodyApproximated: true })
  })

  it('leaves out senders that the member or the organisation excludes', async () => {
    await deliverMany(server, mailbox, 7, news)
    await deliverMany(server, mailbox, 6, invoice)
    const scope = { mode: 'exclude', domains: ['fair.example'], emails: [] }
    expect((await ada.session('PUT', '/api/v1/scope', { body: scope })).status).toBe(200)
    const { body } = await analyze(ada, mailbox)
    expect(body.window).toMatchObject({ messages: 6, excludedByScope: 7 })
    expect(body.groups).toHaveLength(1)
    expect(body.stats).toMatchObject({ messages30d: 13, senders: 1 })
  })

  it('speaks the language of the member', async () => {
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    await deliverMany(server, mailbox, 10, news)
    const group = groupIn(await analyze(ada, mailbox), { signal: 'newsletter' })
    expect(group.label).toBe("Lettres d'information de fair.example")
    expect(group.proposal?.summary).toContain('aurait démarré 10 fois en 365 jours')
  })

  it('tells the channel, and the mailbox when it was analysed', async () => {
    const channel = await connect(server.url, asSession(ada.sessionToken))
    const { id } = await analyze(ada, mailbox)
    for (const status of ['running', 'done'])
      await channel.next('analyzer.updated', { mailboxId: mailbox.id, reportId: id, status })
    await channel.close()
    const { body } = await ada.session('GET', '/api/v1/mailboxes')
    expect(body.mailboxes[0].analyzedAt).toEqual(expect.any(String))
  })

  it('shows exchanges with the model to administrators only', async () => {
    await analyze(ada, mailbox)
    expect(await readReport(ada, mailbox)).not.toHaveProperty('transcripts')
    await server.db.run(sql`update members set role = 'admin' where id = ${ada.id}`)
    expect((await readReport(ada, mailbox)).transcripts).toEqual([])
  })

  it('is not found for a mailbox of another member, or before the first analysis', async () => {
    const other = await createTestMailbox(server.db, (await createMember(server)).id)
    const path = (id: string) => `/api/v1/mailboxes/${id}/analyzer/report`
    expect(resultOf(await request(ada, other))).toEqual([404, 'analyzer.mailbox_not_found'])
    expect(resultOf(await ada.session('GET', path(other.id)))).toEqual([404, 'analyzer.mailbox_not_found'])
    expect(resultOf(await ada.session('GET', path(mailbox.id)))).toEqual([404, 'analyzer.report_not_found'])
    expect(resultOf(await reject('x', other))).toEqual([404, 'analyzer.mailbox_not_found'])
    expect(resultOf(await reject('x'))).toEqual([404, 'analyzer.proposal_not_found'])
    expect(resultOf(await request(ada, mailbox, { windowDays: 60 }))).toEqual([400, 'request.bad_request'])
  })
})

describe('a proposal', () => {
  const install = async (name: string, graph: unknown) => {
    const made = await ada.session('POST', '/api/v1/workflows', { body: { name, graph } })
    expect(made.status, made.text).toBe(201)
    expect(made.body.validation).toMatchObject({ issues: [] })
    const published = await ada.session('PATCH', `/api/v1/workflows/${made.body.id}`, {
      body: { published: true },
    })
    expect(published.status, published.text).toBe(200)
    return made.body.id as string
  }

  it('installs as it is and covers its group from then on', async () => {
    await deliverMany(server, mailbox, 20, news)
    await deliverMany(server, mailbox, 12, invoice)
    // Filed by hand, except for the newest.
    await deliverMany(server, mailbox, 10, (i) => ({
      from: { email: 'no-reply@bank.example' },
      subject: `Statement of week ${i}`,
      signals: { isNoReply: true },
      folder: i < 2 ? 'inbox' : 'folder:Invoices',
    }))
    const report = await analyze(ada, mailbox)
    const proposed = report.body.groups.filter(({ verdict }) => verdict === 'proposed')
    expect(proposed.map(({ proposal }) => proposal?.name).sort()).toEqual([
      'Archive: Newsletters from fair.example',
      'File under Invoices: Notifications from bank.example',
      'Label: Invoices from power.example',
    ])
    const ids: string[] = []
    for (const { proposal } of proposed) ids.push(await install(proposal?.name ?? '', proposal?.graph))
    const { body } = await analyze(ada, mailbox)
    expect(body.groups.map(({ verdict }) => verdict)).toEqual(['covered', 'covered', 'covered'])
    expect(body.coverage).toMatchObject({ messages: 42, covered: 42, ratio: 1, publishedWorkflows: 3 })
    expect(body.coverage.workflows.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  it('states how often it would have run, on which other messages, and which it would have missed', async () => {
    await deliverMany(server, mailbox, 20, invoice)
    // The same subject from a person of that company, who is not automated mail.
    await deliverMany(server, mailbox, 2, (i) => ({
      from: { email: 'zoe@power.example' },
      subject: `Re: Your invoice ${i} of November`,
    }))
    const { proposal } = groupIn(await analyze(ada, mailbox), { signal: 'automated' })
    expect(proposal?.history).toMatchObject({ days: 365, runs: 22, inGroup: 20, others: 2, missed: 0 })
    expect(proposal?.history.otherExamples).toEqual([
      { messageId: expect.any(String), from: 'zoe@power.example', subject: 'Re: Your invoice 0 of November' },
      { messageId: expect.any(String), from: 'zoe@power.example', subject: 'Re: Your invoice 1 of November' },
    ])
    expect(proposal?.summary).toBe(
      'Labels these messages as "Invoices". It would have run 22 times in 365 days, 20 of them on messages of this group. 2 other messages match as well.',
    )
  })

  it('is not shown if it would often run on other mail', async () => {
    await deliverMany(server, mailbox, 10, invoice)
    await deliverMany(server, mailbox, 10, (i) => ({
      ...invoice(i),
      signals: {},
      from: { email: 'zoe@power.example' },
    }))
    const group = groupIn(await analyze(ada, mailbox), { signal: 'automated' })
    expect(group).toMatchObject({ verdict: 'proposal_rejected', proposal: null })
    expect(group.issues).toEqual([
      { code: 'history_imprecise', message: 'The rule would also run on other mail: 10 of 20 messages.' },
    ])
  })

  it('does not come back once rejected', async () => {
    await deliverMany(server, mailbox, 10, news)
    const { key } = groupIn(await analyze(ada, mailbox), { verdict: 'proposed' })
    for (const _ of [1, 2]) {
      const { status, body } = await reject(key)
      expect(status).toBe(200)
      expect(body.group).toMatchObject({ key, verdict: 'proposal_rejected', proposal: null })
    }
    expect(groupIn({ body: (await readReport(ada, mailbox)).body as never }, { key }).proposal).toBeNull()
    const again = groupIn(await analyze(ada, mailbox), { key })
    expect(again).toMatchObject({ verdict: 'proposal_rejected', issues: [{ code: 'rejected_by_member' }] })
    expect(resultOf(await reject('unknown'))).toEqual([404, 'analyzer.proposal_not_found'])
  })

  it('takes nothing from a subject but its fixed words', async () => {
    await deliverMany(server, mailbox, 10, (i) => ({
      from: { email: 'no-reply@evil.example' },
      subject: `Invoice {{ member.email }} * {{ 1/0 }} no ${i}`,
      signals: { isNoReply: true },
    }))
    const { proposal } = groupIn(await analyze(ada, mailbox), { verdict: 'proposed' })
    expect(JSON.stringify(proposal?.graph)).not.toContain('{{')
    await install('Safe', proposal?.graph)
  })
})

describe('one report a day', () => {
  it('is made for requests that come at once, and returned again unless a new one is forced', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(ada, mailbox)))
    const ids = new Set(answers.map(({ body }) => body.report.id))
    expect(ids.size).toBe(1)
    expect(answers.filter(({ body }) => !body.report.reused)).toHaveLength(1)
    const [id = ''] = ids
    await finished(ada, mailbox, id)
    const repeated = await request(ada, mailbox, { windowDays: 30 })
    expect(repeated.body.report).toMatchObject({ id, status: 'done', reused: true })
    const forced = await request(ada, mailbox, { force: true })
    expect(forced.body.report).toMatchObject({ reused: false, status: 'pending' })
    await finished(ada, mailbox, forced.body.report.id)
  })

  it('is made anew on the next day, and after a failure', async () => {
    const { id } = await analyze(ada, mailbox, { force: false })
    await server.db.run(sql`
      update analyzer_reports set day = day - 1, created_at = created_at - interval '1 day' where id = ${id}`)
    const second = await analyze(ada, mailbox, { force: false })
    expect(second.id).not.toBe(id)
    await server.db.run(sql`update analyzer_reports set status = 'failed' where id = ${second.id}`)
    expect((await analyze(ada, mailbox, { force: false })).id).not.toBe(second.id)
  })

  it('is finished by another process after a crash', async () => {
    const quiet = await testServer()
    try {
      const bob = await createMember(quiet)
      const own = await createTestMailbox(quiet.db, bob.id)
      const { body } = await request(bob, own)
      const { id } = body.report
      expect(await readReport(bob, own)).toMatchObject({ id, status: 'pending', body: null })
      // As a process that died while it worked on the report left it.
      await quiet.db.run(sql`update analyzer_reports set status = 'running' where id = ${id}`)
      const worker = await anotherServer(quiet.databaseUrl, workerRole)
      await finished(bob, own, id)
      await worker.close()
    } finally {
      await quiet.close()
    }
  })
})
