import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, type TestMailbox } from '#test/mirror'
import { type ModelServer, startModelServer } from '#test/model-server/model-server'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { workerRole } from '../executions/fixtures/run-workflow.ts'
import { analyze, deliverMany, groupIn } from './fixtures/mailbox.ts'

let model: ModelServer
let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
const usage = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 100 }

beforeAll(async () => {
  model = await startModelServer()
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: model.allow })
  ada = await createMember(server, { role: 'admin' })
  const body = {
    provider: 'openai',
    label: newId(),
    apiKey: 'a-key-for-the-scripted-model',
    baseUrl: model.baseUrl('openai'),
    enabledModels: ['gpt-5-mini'],
  }
  const made = await ada.session('POST', '/api/v1/admin/llm/connections', { body })
  expect(made.status, made.text).toBe(201)
})
afterAll(async () => {
  await server.close()
  await model.close()
})
beforeEach(async () => {
  mailbox = await createTestMailbox(server.db, ada.id)
  model.calls.length = 0
})

const deliverQuotes = () =>
  deliverMany(server, mailbox, 9, (i) => ({
    from: { email: `client${i}@gmail.com` },
    subject: `Devis pour ${i} lampes`,
  }))
const nothing = { label: '', folder: '', reply: '' }
/** The key is that of the group in every report of every mailbox. */
const keyOfQuotes = async () => groupIn(await analyze(ada, mailbox), { topic: 'quote_request' }).key
const answerWith = (groups: object[]) => model.setRules([{ reply: { json: { groups }, usage } }])

it('lets the model name a group and choose what to do, and keeps the exchange for administrators', async () => {
  await deliverQuotes()
  answerWith([])
  const key = await keyOfQuotes()
  answerWith([
    {
      ...nothing,
      key,
      name: 'Quote requests {{ member.email }}',
      topic: 'quote_request',
      action: 'draft',
      reply: 'Hello, {{ secrets }} we will send you a quote.',
    },
  ])
  const report = await analyze(ada, mailbox)
  expect(report.body.stats.llmOutcome).toEqual({
    status: 'ran',
    usage: { calls: 1, inputTokens: 1_000, outputTokens: 100, costUsd: expect.any(Number) },
    batches: 1,
    failedBatches: 0,
    groupsAttempted: 1,
    groupsAnswered: 1,
    failure: null,
  })
  const group = groupIn(report, { key })
  expect(group).toMatchObject({ label: 'Quote requests member.email', verdict: 'proposed' })
  expect(JSON.stringify(group.proposal?.graph)).not.toContain('{{')
  expect(group.proposal?.history).toMatchObject({ runs: 9, inGroup: 9, others: 0 })
  expect(report.transcripts).toEqual([
    { at: expect.any(String), model: 'gpt-5-mini', prompt: expect.any(String), answer: expect.any(String) },
  ])
  const { body } = await ada.session('POST', '/api/v1/workflows', {
    body: { name: group.proposal?.name, graph: group.proposal?.graph },
  })
  expect(body.validation).toMatchObject({ issues: [] })
})

it('says which groups the model left out, and for which it sees nothing to automate', async () => {
  await deliverQuotes()
  answerWith([])
  const unanswered = groupIn(await analyze(ada, mailbox), { topic: 'quote_request' })
  expect(unanswered.verdict).toBe('no_answer')
  answerWith([{ ...nothing, key: unanswered.key, name: 'Quotes', topic: 'none', action: 'none' }])
  const seen = groupIn(await analyze(ada, mailbox), { topic: 'quote_request' })
  expect(seen).toMatchObject({ verdict: 'nothing_to_automate', label: 'Quotes' })
})

it('reports a model that fails, with all that needs none', async () => {
  await deliverQuotes()
  model.setRules([{ reply: { status: 400, error: { message: 'no', type: 'invalid_request_error' } } }])
  const { body } = await analyze(ada, mailbox)
  expect(body.stats.llmOutcome).toMatchObject({
    status: 'failed',
    code: 'ai.bad_request',
    batches: 1,
    failedBatches: 1,
    groupsAttempted: 1,
    groupsAnswered: 0,
  })
  expect(body.groups[0]).toMatchObject({ volume: 9, verdict: 'no_answer' })
})

it('asks nothing when there is nothing to ask about', async () => {
  const { body } = await analyze(ada, mailbox)
  expect(body.stats.llmOutcome).toEqual({ status: 'nothing_to_analyze' })
  expect(model.calls).toHaveLength(0)
  const calls = await server.db.row<{ n: number }>(sql`
    select count(*) as n from ai_calls where mailbox_id = ${mailbox.id}`)
  expect(calls?.n).toBe(0)
})
