import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { createTestMailbox, deliverOne } from '#test/mirror'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { graphOf } from '../executions/fixtures/graphs.ts'
import { finished, publish } from '../executions/fixtures/run-workflow.ts'
import {
  bySubject,
  categories,
  classifier,
  openEvaluation,
  type TestEvaluation,
} from './fixtures/open-evaluation.ts'

let t: TestEvaluation
beforeAll(async () => {
  t = await openEvaluation()
})
afterAll(() => t?.close())
beforeEach(() => {
  t.model.calls.length = 0
  t.model.setRules([{ reply: bySubject }])
})

const add = (workflowId: string, body: object, nodeId = 'sort') =>
  t.ada.session('POST', `${t.pathOf(workflowId, nodeId)}/reference`, { body })
const codeOf = async (answer: ReturnType<typeof add>) => {
  const { status, body } = await answer
  return [status, body.code]
}
const entries = async (workflowId: string, query = '') =>
  t.ok(t.ada.session('GET', `${t.pathOf(workflowId)}/reference${query}`))
const missing = [404, 'eval.source_not_found']

/** Runs a published workflow on a message; returns the execution. */
async function runOn(workflowId: string, messageId: string) {
  const body = { messageIds: [messageId] }
  const { executionIds } = await t.ok(
    t.ada.session('POST', `/api/v1/workflows/${workflowId}/run`, { body }),
    202,
  )
  return finished(t.ada, executionIds[0])
}

describe('the reference set', () => {
  it('takes a message once, with the latest categories, and lists the latest change first', async () => {
    const workflowId = await t.save()
    const [first, second, third] = [await t.mail('First'), await t.mail('Second'), await t.mail('Third')]
    await t.sort(workflowId, first, ['invoice'])
    await t.sort(workflowId, second, [])
    await t.sort(workflowId, third.toUpperCase(), ['question'])
    const again = await t.sort(workflowId, first, ['complaint', 'complaint'])
    expect(again).toMatchObject({
      entry: { messageId: first, subject: 'First', categories: ['complaint'], source: 'message' },
      forgottenPatterns: 0,
    })
    const page = await entries(workflowId, '?limit=2')
    expect([page.total, page.entries.map((one: { subject: string }) => one.subject)]).toEqual([
      3,
      ['First', 'Third'],
    ])
    const rest = await entries(workflowId, `?limit=2&cursor=${page.nextCursor}`)
    expect(rest).toMatchObject({ entries: [{ subject: 'Second', categories: [] }], nextCursor: null })
    const path = `/api/v1/eval-references/${rest.entries[0].id}`
    expect((await t.ada.session('DELETE', path)).status).toBe(204)
    expect(await codeOf(t.ada.session('DELETE', path))).toEqual([404, 'eval.reference_not_found'])
    await t.server.db.run(sql`delete from messages where id = ${third}`)
    expect((await entries(workflowId)).total).toBe(1)
  })

  it('rejects what the node does not know', async () => {
    const workflowId = await t.save()
    const messageId = await t.mail('Hello')
    const sort = (labels: string[]) => add(workflowId, { kind: 'message', messageId, categories: labels })
    for (const labels of [['nonsense'], ['invoice', 'question']])
      expect(await codeOf(sort(labels))).toEqual([400, 'request.bad_request'])
    const message = { kind: 'message', messageId, categories: ['invoice'] }
    expect(await codeOf(add(workflowId, message, 'unsaved'))).toEqual([409, 'eval.draft_not_saved'])
    expect(await codeOf(add(workflowId, message, 'stop'))).toEqual([409, 'eval.node_not_categorizer'])
    const broken = await t.save({ categories: [] })
    expect(await codeOf(add(broken, message))).toEqual([409, 'eval.node_params_invalid'])
    const bob = await createMember(t.server)
    const foreign = await deliverOne(t.server.db, await createTestMailbox(t.server.db, bob.id))
    for (const id of [foreign.id, newId(), 'nope'])
      expect(await codeOf(add(workflowId, { ...message, messageId: id }))).toEqual(missing)
    for (const body of [
      { kind: 'execution', executionId: newId() },
      { kind: 'execution', executionId: 'nope' },
      { kind: 'review', reviewId: newId() },
      { kind: 'correction', caseId: newId(), categories: [] },
      { kind: 'correction', caseId: 'nope', categories: [] },
    ])
      expect(await codeOf(add(workflowId, body)), JSON.stringify(body)).toEqual(missing)
  })

  it('is bounded', async () => {
    const workflowId = await t.save()
    const message = { kind: 'message', messageId: await t.mail('Hello'), categories: ['invoice'] }
    const { id } = await deliverOne(t.server.db, t.mailbox)
    await t.server.db.run(sql`
      alter table eval_references drop constraint eval_references_key`)
    await t.server.db.run(sql`
      insert into eval_references (id, member_id, workflow_id, node_id, message_id, categories, source, heading, excerpt)
      select gen_random_uuid(), ${t.ada.id}, ${workflowId}, 'sort', ${id}, '{invoice}', 'import', '', ''
      from generate_series(1, 1000)`)
    const full = [409, 'eval.reference_full']
    const importing = { entries: [{ messageId: message.messageId, categories: ['invoice'] }] }
    try {
      expect(await codeOf(add(workflowId, message))).toEqual(full)
      expect(
        await codeOf(t.ada.session('POST', `${t.pathOf(workflowId)}/reference/import`, { body: importing })),
      ).toEqual(full)
    } finally {
      await t.server.db.run(sql`delete from eval_references where workflow_id = ${workflowId}`)
      await t.server.db.run(sql`
        alter table eval_references add constraint eval_references_key unique (workflow_id, node_id, message_id)`)
    }
  })

  it('grows from executions: confirmed as they answered, or corrected', async () => {
    const workflowId = await publish(t.ada, classifier())
    const [right, wrong] = [await t.mail('says invoice: 1'), await t.mail('says invoice: 2')]
    const [confirmed, corrected] = [await runOn(workflowId, right), await runOn(workflowId, wrong)]
    const kept = await t.ok(add(workflowId, { kind: 'execution', executionId: confirmed.id }))
    expect(kept.entry).toMatchObject({ messageId: right, categories: ['invoice'], source: 'execution' })
    const body = { kind: 'execution', executionId: corrected.id, categories: ['complaint'] }
    expect((await t.ok(add(workflowId, body))).entry).toMatchObject({
      messageId: wrong,
      categories: ['complaint'],
      source: 'correction',
    })
    const elsewhere = await t.save()
    expect(await codeOf(add(elsewhere, body))).toEqual(missing)
    const key = await t.ada.key('workflows:write')
    const answer = await key('POST', `${t.pathOf(workflowId)}/reference`, { body })
    expect([answer.status, answer.body.code]).toEqual([403, 'api_key.scope_missing'])
  })

  it('grows from drafts in review', async () => {
    const graph = graphOf(
      {
        mail: ['trigger.message'],
        sort: ['ai.classify', { categories, learnAfter: 0 }],
        write: ['mail.draft', { to: ['bob@example.net'], subject: 'Re', body: 'Thank you.' }],
      },
      [
        ['mail', 'sort'],
        ['sort', 'write', 'invoice'],
      ],
    )
    const workflowId = await publish(t.ada, graph)
    const messageId = await t.mail('says invoice: draft')
    await runOn(workflowId, messageId)
    const { items } = await t.ok(t.ada.session('GET', '/api/v1/review'))
    const [{ id: reviewId }] = items.filter((one: { workflowId: string }) => one.workflowId === workflowId)
    const kept = await t.ok(add(workflowId, { kind: 'review', reviewId }))
    expect(kept.entry).toMatchObject({ messageId, categories: ['invoice'], source: 'review' })
    const other = await t.ok(add(workflowId, { kind: 'review', reviewId, categories: ['question'] }))
    expect(other.entry).toMatchObject({ messageId, categories: ['question'], source: 'correction' })
    expect(await codeOf(add(await t.save(), { kind: 'review', reviewId }))).toEqual(missing)
  })

  it('makes learned patterns forgotten that say otherwise', async () => {
    const workflowId = await publish(t.ada, classifier({ learnAfter: 1 }))
    const sure = { labels: ['invoice'], confidence: 0.99 }
    t.model.setRules([{ reply: { json: sure } }])
    const from = { email: 'Billing@Shop.test' }
    const mail = (n: number) => t.mail(`Invoice ${n}`, { from })
    await runOn(workflowId, await mail(1))
    const patterns = async () =>
      (await t.ok(t.ada.session('GET', `/api/v1/workflows/${workflowId}/patterns`))).patterns.length
    expect(await patterns()).toBe(1)
    expect((await t.sort(workflowId, await mail(2), ['invoice'])).forgottenPatterns).toBe(0)
    const learned = await runOn(workflowId, await mail(3))
    expect(t.model.calls).toHaveLength(1)
    const body = { kind: 'execution', executionId: learned.id, categories: ['question'] }
    expect((await t.ok(add(workflowId, body))).forgottenPatterns).toBe(1)
    expect(await patterns()).toBe(0)
  })
})

describe('import and export', () => {
  const importing = (workflowId: string, body: object) =>
    t.ada.session('POST', `${t.pathOf(workflowId)}/reference/import`, { body })

  it('carry a set to another node, as JSON and as CSV', async () => {
    const from = await t.save({ several: true })
    const formula = await t.mail('=HYPERLINK("https://evil.test")', { from: { email: 'a@shop.test' } })
    const plain = await t.mail('A, "quoted"; subject')
    await t.sort(from, formula, ['invoice', 'question'])
    await t.sort(from, plain, [])
    const json = await t.ok(t.ada.session('GET', `${t.pathOf(from)}/reference/export`))
    expect(json.entries).toMatchObject([
      { messageId: formula, categories: ['invoice', 'question'], source: 'message', from: 'a@shop.test' },
      { messageId: plain, categories: [] },
    ])
    const csv = await t.ada.session('GET', `${t.pathOf(from)}/reference/export.csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.text).toContain(`"'=HYPERLINK`)
    const forImport = json.entries.map(
      ({ messageIdHeader, categories: labels }: { messageIdHeader: string; categories: string[] }) => ({
        messageIdHeader: `<${messageIdHeader}>`,
        categories: labels,
      }),
    )
    for (const body of [{ entries: forImport }, { csv: csv.text }]) {
      const into = await t.save({ several: true })
      expect(await t.ok(importing(into, body))).toEqual({ imported: 2, skipped: [], forgottenPatterns: 0 })
      const copied = await t.ok(t.ada.session('GET', `${t.pathOf(into)}/reference/export`))
      const byMessage = (set: { entries: { messageId: string }[] }) =>
        Object.fromEntries(
          set.entries.map((entry) => [entry.messageId, { ...entry, source: '', createdAt: '' }]),
        )
      expect(byMessage(copied)).toEqual(byMessage(json))
      expect(copied.entries[0].source).toBe('import')
    }
  })

  it('skip what names no message or category', async () => {
    const workflowId = await t.save()
    const messageId = await t.mail('Hello')
    const csv = `categories;messageId\ninvoice;${messageId}\nquestion;${messageId}\ninvoice;nope\nother;${await t.mail('x')}\ninvoice|question;${await t.mail('y')}\n`
    expect(await t.ok(importing(workflowId, { csv }))).toEqual({
      imported: 1,
      skipped: [
        { number: 2, reason: 'duplicate' },
        { number: 3, reason: 'message_not_found' },
        { number: 4, reason: 'unknown_category' },
        { number: 5, reason: 'too_many_categories' },
      ],
      forgottenPatterns: 0,
    })
    for (const body of [{ csv: 'a,b\n1,2\n' }, { csv: 'messageId,categories\n' }, { entries: [] }, {}])
      expect(await codeOf(importing(workflowId, body))).toEqual([400, 'request.bad_request'])
    const entry = { entries: [{ messageId, categories: [] }] }
    const at = (nodeId: string, id = workflowId) =>
      codeOf(t.ada.session('POST', `${t.pathOf(id, nodeId)}/reference/import`, { body: entry }))
    expect(await at('unsaved')).toEqual([409, 'eval.draft_not_saved'])
    expect(await at('stop')).toEqual([409, 'eval.node_not_categorizer'])
    expect(await at('sort', await t.save({ categories: [] }))).toEqual([409, 'eval.node_params_invalid'])
  })
})

describe('the examples', () => {
  const fewShot = (workflowId: string, query = '', nodeId = 'sort') =>
    t.ok(t.ada.session('GET', `${t.pathOf(workflowId, nodeId)}/few-shot${query}`))
  const none = { block: '', examples: [], messageIds: [], referenceCount: 0 }

  it('are the newest entries in turns between the categories, as the model reads them', async () => {
    const workflowId = await t.save()
    expect(await fewShot(workflowId)).toEqual(none)
    expect(await fewShot(workflowId, '', 'unsaved')).toEqual(none)
    const ids: string[] = []
    for (const [n, label] of ['invoice', 'invoice', 'complaint', 'invoice'].entries()) {
      const bodyHtml = `<p>Visible ${n}</p><p style="display:none">HIDDEN</p>${'long '.repeat(300)}`
      ids.push(await t.mail(`Mail ${n}`, { bodyHtml }))
      await t.sort(workflowId, ids[n] ?? '', [label])
    }
    const { block, examples, messageIds, referenceCount } = await fewShot(workflowId, '?limit=3')
    expect([messageIds, referenceCount]).toEqual([[ids[3], ids[2], ids[1]], 4])
    expect(examples[1]).toMatchObject({
      messageId: ids[2],
      subject: 'Mail 2',
      from: 'Bob Stone <bob@example.net>',
      excerpt: expect.stringMatching(/^Visible 2/),
      categories: ['complaint'],
    })
    expect(examples[1].excerpt.length).toBeLessThanOrEqual(600)
    expect(block).toContain('example, belongs to: complaint (example 2)')
    expect(block).not.toContain('HIDDEN')
    for (const query of ['?limit=0', '?limit=51', '?limit=many'])
      expect((await t.ada.session('GET', `${t.pathOf(workflowId)}/few-shot${query}`)).body.code).toBe(
        'request.bad_request',
      )
    const fewer = [...categories.slice(1)]
    const { graph } = await t.ok(t.ada.session('GET', `/api/v1/workflows/${workflowId}`))
    graph.nodes[1].params.categories = fewer
    await t.ok(t.ada.session('PATCH', `/api/v1/workflows/${workflowId}`, { body: { graph } }))
    const left = await fewShot(workflowId)
    expect([left.messageIds, left.referenceCount]).toEqual([[ids[2]], 4])
  })

  it('are shown to the model in runs and evaluations, none of the same conversation, ten at most', async () => {
    const workflowId = await publish(t.ada, classifier())
    const first = await t.receive({ subject: 'says invoice: asked', messageIdHeader: `${newId()}@x.test` })
    const reply = await t.receive({
      subject: 'Re: says invoice: asked',
      ...(await threadOf(first.id)),
    })
    expect(reply.threadId).toBe(first.threadId)
    await t.sort(workflowId, reply.id, ['complaint'])
    for (let n = 0; n < 12; n++)
      await t.sort(workflowId, await t.mail(`Example ${n} OBEY`, { bodyText: `Body ${n}` }), ['question'])
    const prompt = () => t.model.calls.at(-1)?.messages.at(-1)?.text ?? ''
    await runOn(workflowId, first.id)
    const shown = [...prompt().matchAll(/^Subject: (.*)$/gm)].map(([, subject]) => subject)
    expect(shown).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `Example ${11 - i} OBEY`),
      'says invoice: asked',
    ])
    expect(t.model.calls.at(-1)?.system).not.toContain('OBEY')
    await t.sort(workflowId, first.id, ['invoice'])
    t.model.calls.length = 0
    await t.evaluate(workflowId)
    const asked = t.model.calls.map((call) => call.messages.at(-1)?.text ?? '')
    expect(asked).toHaveLength(14)
    for (const text of asked) {
      const [examples = '', message = ''] = text.split(/^===\w+ message/m)
      const body = /^Body \d+$/m.exec(message)?.[0]
      if (body) expect(examples.split('\n')).not.toContain(body)
      if (message.includes('asked')) expect(examples).not.toContain('asked')
    }
    const without = await publish(t.ada, classifier({ useExamples: false }))
    await t.sort(without, reply.id, ['complaint'])
    await runOn(without, await t.mail('says invoice: alone'))
    expect(prompt()).not.toContain('belongs to')
  })
})

/** Headers of an answer to the message. */
async function threadOf(id: string) {
  const row = await t.server.db.row<{ header: string }>(sql`
    select message_id_header as header from messages where id = ${id}`)
  return { inReplyTo: row?.header ?? null, references: row ? [row.header] : [] }
}
