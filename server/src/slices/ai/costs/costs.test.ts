import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failedExecution } from '#test/contract/run-records'
import { createMember, type TestMember } from '#test/factories'
import { type ModelServer, startModelServer } from '#test/model-server/model-server'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { type OpenAi, openAi, question } from '../fixtures/open-ai.ts'
import type { AiFault } from '../index.ts'

const eventually = { timeout: 60_000 }
let model: ModelServer
let server: TestServer
let admin: TestMember
let one: OpenAi
let two: OpenAi

beforeAll(async () => {
  model = await startModelServer()
  server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: model.allow })
  admin = await createMember(server, { role: 'admin' })
  one = await openAi(server.databaseUrl, model.allow)
  two = await openAi(server.databaseUrl, model.allow)
  const body = {
    provider: 'openai_compatible',
    label: 'Scripted',
    withoutApiKey: true,
    baseUrl: model.baseUrl('openai_compatible'),
    enabledModels: ['own'],
  }
  const made = await admin.session('POST', '/api/v1/admin/llm/connections', { body })
  expect(made.status, made.text).toBe(201)
  const limits = `/api/v1/admin/llm/connections/${made.body.id}/limits`
  expect((await admin.session('PUT', limits, { body: { maxConcurrency: 100 } })).status).toBe(200)
})
afterAll(async () => {
  await one.close()
  await two.close()
  await server.close()
  await model.close()
})

// A dollar for each answer, whatever was asked.
const perToken = {
  provider: 'openai_compatible',
  model: 'own',
  inputUsd: 0,
  cachedInputUsd: null,
  outputUsd: 10_000,
}
const usage = { inputTokens: 300, cachedInputTokens: 100, outputTokens: 100 }
const prices = '/api/v1/admin/llm/prices'
const budgets = '/api/v1/admin/llm/budgets'
const setPrices = (list: object[]) => admin.session('PUT', prices, { body: { prices: list } })
const setBudget = (body: object) =>
  admin.session('PUT', budgets, { body: { softUsd: null, hardUsd: null, ...body } })
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

let ada: TestMember
beforeEach(async () => {
  await server.db.run(sql`delete from ai_budgets`)
  model.calls.length = 0
  model.setRules([{ reply: { text: 'Yes.', usage } }])
  await setPrices([perToken])
  ada = await createMember(server)
})

describe('prices', () => {
  it('of an administrator apply to the next call, and none at all when they are removed', async () => {
    const changed = { ...perToken, inputUsd: 3, cachedInputUsd: 1, outputUsd: 5 }
    expect((await setPrices([changed])).body).toEqual({ prices: [changed] })
    expect((await admin.session('GET', prices)).body).toEqual({ prices: [changed] })
    const { costUsd } = await one.call(question(ada.id, '?'))
    expect(costUsd).toBeCloseTo((200 * 3 + 100 * 1 + 100 * 5) / 1e6, 9)
    await setPrices([])
    expect((await one.call(question(ada.id, '?'))).costUsd).toBeNull()
  })

  it('name each model once', async () => {
    expect(codeOf(await setPrices([perToken, perToken]))).toEqual([400, 'request.bad_request'])
  })
})

type Shown = { scope: string; subjectId: string | null; spentUsd: number; reservedUsd: number }
const shownBudgets = async (): Promise<Shown[]> => (await admin.session('GET', budgets)).body.budgets
const noticesOf = async (member: TestMember, kind: string) =>
  (await member.session('GET', '/api/v1/notifications')).body.items.filter(
    (item: { kind: string }) => item.kind === kind,
  )

/** As many calls at once as given, half of them in each process; the codes of those that failed. */
const askMany = (n: number, more: object = {}) =>
  Promise.all(
    Array.from({ length: n }, (_, i) =>
      (i % 2 ? one : two)
        .call(question(ada.id, '?', more))
        .then(() => 'ok')
        .catch((error: AiFault) => error.code),
    ),
  )

describe('budgets', () => {
  it.each(['instance', 'member', 'workflow'] as const)(
    'of the %s are never exceeded, also by fifty calls at once in two processes',
    async (scope) => {
      const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Sort' } })
      const workflowId: string = made.body.id
      const subjectId = { instance: undefined, member: ada.id, workflow: workflowId }[scope]
      const before = scope === 'instance' ? await spentByAll() : 0
      const set = await setBudget({ scope, subjectId, hardUsd: before + 10.5 })
      expect(set.status, set.text).toBe(200)
      model.setRules([{ reply: { text: 'x', usage, delayMs: 100 } }])
      const results = await askMany(50, { workflowId })
      expect(new Set(results)).toEqual(new Set(['ok', 'ai.budget_exceeded']))
      expect(results.filter((result) => result === 'ok')).toHaveLength(10)
      expect(model.calls).toHaveLength(10)
      const [budget] = await shownBudgets()
      expect(budget).toMatchObject({ scope, subjectId: subjectId ?? null, reservedUsd: 0 })
      expect(budget?.spentUsd).toBeCloseTo(before + 10, 6)
      expect(await noticesOf(admin, 'ai.budget_exceeded')).toContainEqual(
        expect.objectContaining({ params: expect.objectContaining({ scope, limitUsd: before + 10.5 }) }),
      )
    },
  )

  const spentByAll = async () =>
    (
      await server.db.row<{ usd: number }>(
        sql`select coalesce(sum(spent_usd), 0)::float8 as usd from ai_spend`,
      )
    )?.usd ?? 0

  it('warn once when the soft limit is reached', async () => {
    await setBudget({ scope: 'member', subjectId: ada.id, softUsd: 2, hardUsd: 100 })
    await one.call(question(ada.id, '?'))
    expect(await noticesOf(ada, 'ai.budget_warning')).toEqual([])
    await askMany(6)
    const params = { scope: 'member', subjectId: ada.id, name: expect.any(String), limitUsd: 2 }
    const warnings = await noticesOf(ada, 'ai.budget_warning')
    expect(warnings.map((one: { params: object }) => one.params)).toEqual([params])
    const { body } = await ada.session('GET', '/api/v1/llm-budgets')
    expect(body.budgets).toMatchObject([{ scope: 'member', softUsd: 2, hardUsd: 100 }])
    expect(body.budgets[0].spentUsd).toBeCloseTo(7, 6)
  })

  it('count what a call costs that fails, and free what it does not', async () => {
    await setBudget({ scope: 'member', subjectId: ada.id, hardUsd: 1.5 })
    model.setRules([{ times: 1, reply: { status: 400 } }, { reply: { text: 'x', usage } }])
    expect(await askMany(1)).toEqual(['ai.bad_request'])
    expect(await askMany(1)).toEqual(['ok'])
    expect(await askMany(1)).toEqual(['ai.budget_exceeded'])
    expect((await shownBudgets())[0]?.reservedUsd).toBe(0)
  })

  it('release what a dead process had reserved', async () => {
    await setBudget({ scope: 'member', subjectId: ada.id, hardUsd: 1.5 })
    const dead = newId()
    await server.db.run(
      sql`insert into processes (id, roles, worker_ids, host, pid) values (${dead}, '{}', '{}', 'x', '0')`,
    )
    await server.db.run(sql`
      insert into ai_reservations (call_id, process_id, member_id, workflow_id, amount_usd)
      values (${newId()}, ${dead}, ${ada.id}, ${newId()}, 1)`)
    expect(await askMany(1)).toEqual(['ai.budget_exceeded'])
    await server.db.run(sql`delete from processes where id = ${dead}`)
    expect(await askMany(1)).toEqual(['ok'])
  })

  it('do not limit calls whose price is not known', async () => {
    await setPrices([])
    await setBudget({ scope: 'member', subjectId: ada.id, hardUsd: 0.01 })
    expect(await askMany(3)).toEqual(['ok', 'ok', 'ok'])
  })

  it('are removed by setting no limit', async () => {
    await setBudget({ scope: 'instance', hardUsd: 5 })
    const { body } = await setBudget({ scope: 'instance' })
    expect(body).toEqual({ month: expect.stringMatching(/^\d{4}-\d\d$/), budgets: [] })
  })

  it('are for an existing member or workflow, with a soft limit below the hard one', async () => {
    expect(codeOf(await setBudget({ scope: 'member', subjectId: newId(), hardUsd: 1 }))).toEqual([
      404,
      'governance.not_found',
    ])
    expect(codeOf(await setBudget({ scope: 'workflow', subjectId: newId(), hardUsd: 1 }))).toEqual([
      404,
      'workflow.not_found',
    ])
    for (const body of [{ scope: 'member' }, { scope: 'instance', subjectId: newId() }])
      expect(codeOf(await setBudget({ ...body, hardUsd: 1 }))).toEqual([400, 'request.bad_request'])
    expect(codeOf(await setBudget({ scope: 'instance', softUsd: 2, hardUsd: 1 }))).toEqual([
      400,
      'request.bad_request',
    ])
  })
})

describe('the AI calls of an execution', () => {
  it('show its owner what was sent, what came back and what it cost', async () => {
    const { id: executionId } = await failedExecution(server, ada)
    model.setRules([{ reply: { text: 'A \0 B', usage } }])
    const call = question(ada.id, `Long ${'x'.repeat(100_000)}`, { executionId, nodeId: 'n1', key: newId() })
    await one.call(call)
    const path = `/api/v1/executions/${executionId}/ai-calls`
    const { body } = await ada.session('GET', path)
    expect(body.calls).toMatchObject([
      {
        nodeId: 'n1',
        purpose: 'general',
        provider: 'openai_compatible',
        model: 'own',
        tokensIn: 300,
        tokensCached: 100,
        tokensOut: 100,
        costUsd: 1,
        prompt: { system: 'Answer briefly.', messages: [{ role: 'user' }], output: null, tools: [] },
        answer: { text: 'A \0 B', data: null, finish: 'stop', repaired: false },
      },
    ])
    expect(body.calls[0].prompt.messages[0].text).toMatch(/^Long x+… \(\d+ more characters\)$/)
    const others = await admin.session('GET', path)
    expect(codeOf(others)).toEqual([404, 'execution.not_found'])
    await server.db.run(sql`delete from ai_answers`)
    expect((await ada.session('GET', path)).body.calls).toMatchObject([
      { costUsd: 1, prompt: null, answer: null },
    ])
  })
})

describe('a test of a connection', () => {
  const path = '/api/v1/admin/llm/connections'
  const connect = async (more: object = {}) => {
    const body = {
      provider: 'openai_compatible',
      label: newId(),
      withoutApiKey: true,
      baseUrl: model.baseUrl('openai_compatible'),
      ...more,
    }
    return (await admin.session('POST', path, { body })).body.id as string
  }
  const test = (id: string, body: object = {}) => admin.session('POST', `${path}/${id}/test`, { body })

  it('asks for the models and for a word', async () => {
    const id = await connect()
    const { body } = await test(id)
    expect(body).toEqual({
      ok: true,
      model: 'scripted-large',
      models: ['scripted-large', 'scripted-small'],
      durationMs: expect.any(Number),
      error: null,
    })
    const models = await ada.session('GET', `/api/v1/llm-connections/${id}/models`)
    expect(models.body).toMatchObject({ models: ['scripted-large', 'scripted-small'], restricted: false })
  })

  it('says what is wrong, and closes a circuit once all is well', async () => {
    const id = await connect()
    model.setRules([{ reply: { status: 503 } }])
    for (let i = 0; i < 5; i++)
      expect((await test(id)).body).toMatchObject({
        ok: false,
        error: { code: expect.stringMatching(/^ai\./) },
      })
    const circuit = async () => (await admin.session('GET', `${path}/${id}/limits`)).body.circuit.state
    expect(await circuit()).toBe('open')
    model.setRules([{ reply: { text: 'OK', usage } }])
    expect((await test(id, { model: 'scripted-small' })).body).toMatchObject({
      ok: true,
      model: 'scripted-small',
    })
    await expect.poll(circuit, eventually).toBe('closed')
  })

  it('is told that nothing listens there', async () => {
    const id = await connect({
      baseUrl: model.baseUrl('openai_compatible').replace('/compatible', '/nowhere'),
    })
    expect((await test(id, { model: 'x' })).body).toMatchObject({ ok: false, model: 'x', models: [] })
    expect((await test(id)).body).toMatchObject({ ok: false, model: null })
    expect(codeOf(await test(newId()))).toEqual([404, 'llm.connection_not_found'])
  })
})
