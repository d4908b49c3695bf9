import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type ModelServer, startModelServer } from '#test/model-server/model-server'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { type OpenAi, openAi, question } from '../fixtures/open-ai.ts'
import { AiFault } from '../index.ts'

const path = '/api/v1/admin/llm/connections'
const usage = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 100 }
const eventually = { timeout: 60_000 }
let model: ModelServer
let server: TestServer
let admin: TestMember
let ada: TestMember
let one: OpenAi
let two: OpenAi

beforeAll(async () => {
  model = await startModelServer()
  server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: model.allow })
  admin = await createMember(server, { role: 'admin' })
  ada = await createMember(server)
  one = await openAi(server.databaseUrl, model.allow)
  two = await openAi(server.databaseUrl, model.allow)
})
afterAll(async () => {
  await one.close()
  await two.close()
  await server.close()
  await model.close()
})

let connectionId: string
beforeEach(async () => {
  await server.db.run(sql`delete from llm_connections`)
  model.setRules([{ reply: { text: 'Yes.', usage } }])
  model.calls.length = 0
  connectionId = await connect()
})

const connect = async (more: object = {}): Promise<string> => {
  const body = {
    provider: 'openai',
    label: newId(),
    apiKey: 'a-key-for-the-scripted-model',
    baseUrl: model.baseUrl('openai'),
    enabledModels: ['gpt-5-mini'],
    ...more,
  }
  const answer = await admin.session('POST', path, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const limit = (body: object) => admin.session('PUT', `${path}/${connectionId}/limits`, { body })
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call succeeded'),
    (error) => {
      expect(error).toBeInstanceOf(AiFault)
      return error as AiFault
    },
  )
const cancellable = (stop: AbortController) => {
  const call = question(ada.id, '?')
  return { ...call, request: { ...call.request, signal: stop.signal } }
}
const many = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const callsOf = (memberId: string) =>
  server.db.rows<{ cost: number | null; tokens_in: number; tokens_cached: number; tokens_out: number }>(sql`
    select cost_usd::float8 as cost, tokens_in, tokens_cached, tokens_out from ai_calls where member_id = ${memberId}`)
// Dollars per million tokens: 0.25 in, 0.025 cached, 2 out.
const costOfOne = (600 * 0.25 + 400 * 0.025 + 100 * 2) / 1e6

describe('a call of a model', () => {
  it('commits the answer with its usage and cost', async () => {
    const member = await createMember(server)
    const answer = await one.call(question(member.id, 'Is it late?'))
    expect(answer).toMatchObject({
      reply: { text: 'Yes.', usage },
      model: { provider: 'openai', model: 'gpt-5-mini' },
      fromStore: false,
    })
    expect(answer.costUsd).toBeCloseTo(costOfOne, 9)
    const [row, ...others] = await callsOf(member.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ tokens_in: 1_000, tokens_cached: 400, tokens_out: 100 })
    expect(row?.cost).toBeCloseTo(costOfOne, 9)
    expect(model.calls[0]?.headers.authorization).toBe('Bearer a-key-for-the-scripted-model')
  })

  it('is not made again under the same key, by any process', async () => {
    const key = newId()
    const text = 'Odd \0 characters \ud800 come back as they were'
    model.setRules([{ reply: { text, usage } }])
    const first = await one.call(question(ada.id, 'Once?', { key }))
    const again = await two.call(question(ada.id, 'Once?', { key }))
    expect(again).toEqual({ ...first, costUsd: expect.closeTo(costOfOne, 9), fromStore: true })
    expect(model.calls).toHaveLength(1)
  })

  it('streams the text as it comes', async () => {
    model.setRules([{ reply: { pieces: ['Ye', 's', '.'], text: 'Yes.', usage } }])
    const pieces: string[] = []
    const { reply } = await one.call(question(ada.id, 'Slowly?', { onText: (piece) => pieces.push(piece) }))
    expect([pieces.join(''), reply.text]).toEqual(['Yes.', 'Yes.'])
    expect(pieces.length).toBeGreaterThan(1)
  })

  it('has no cost when the price is not known', async () => {
    const member = await createMember(server)
    await connect({
      provider: 'openai_compatible',
      baseUrl: model.baseUrl('openai_compatible'),
      enabledModels: ['own'],
    })
    const answer = await one.call(
      question(member.id, '?', { model: { provider: 'openai_compatible', model: 'own' } }),
    )
    expect(answer.costUsd).toBeNull()
    expect(await callsOf(member.id)).toMatchObject([{ cost: null, tokens_in: 1_000 }])
    const { body } = await member.session('GET', '/api/v1/dashboard/ai')
    expect(body.current).toMatchObject({ calls: 1, costUsd: 0, tokensIn: 1_000 })
  })

  it('records what a failed call cost all the same', async () => {
    const member = await createMember(server)
    model.setRules([{ reply: { text: 'not json', usage } }])
    const output = {
      name: 'answer',
      schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    }
    const call = question(member.id, 'Well?')
    const fault = await faultOf(one.call({ ...call, key: newId(), request: { ...call.request, output } }))
    expect([fault.code, fault.kind]).toEqual(['ai.invalid_output', expect.any(String)])
    const [row] = await callsOf(member.id)
    expect(row).toMatchObject({ tokens_in: 2_000, tokens_out: 200 })
  })

  it('fails permanently without a connection, and with a model that no connection allows', async () => {
    const other = await faultOf(
      one.call(question(ada.id, '?', { model: { provider: 'openai', model: 'gpt-5' } })),
    )
    expect([other.code, other.kind]).toEqual(['ai.model_not_allowed', 'permanent'])
    await server.db.run(sql`delete from llm_connections`)
    const none = await faultOf(one.call(question(ada.id, '?')))
    expect([none.code, none.kind]).toEqual(['ai.unavailable', 'permanent'])
  })

  it('can be cancelled while it waits and while it runs', async () => {
    await limit({ maxConcurrency: 1 })
    model.setRules([{ reply: { text: 'late', delayMs: 60_000 } }])
    const stop = new AbortController()
    const calls = [one.call(cancellable(stop)), one.call(cancellable(stop))].map((each) =>
      each.catch((error) => error),
    )
    await expect.poll(() => model.calls.length, eventually).toBe(1)
    const reason = new Error('nobody waits any more')
    stop.abort(reason)
    expect(await Promise.all(calls)).toEqual([reason, reason])
    model.setRules([{ reply: { text: 'next' } }])
    expect((await one.call(question(ada.id, '?'))).reply.text).toBe('next')
  })
})

describe('the limits of a connection', () => {
  it('hold over all processes, and every process gets its share', async () => {
    await limit({ maxConcurrency: 4 })
    let open = 0
    let most = 0
    const shares = { one: 0, two: 0 }
    model.setRules([
      {
        reply: () => {
          open = model.calls.filter(({ outcome }) => outcome === 'open').length
          most = Math.max(most, open)
          return { text: 'x', delayMs: 50 }
        },
      },
    ])
    const half = () => shares.one + shares.two === 30
    const atHalf = { one: 0, two: 0 }
    const ask = async (name: 'one' | 'two') => {
      await (name === 'one' ? one : two).call(question(ada.id, name))
      shares[name] += 1
      if (half()) Object.assign(atHalf, shares)
    }
    await many(60, (i) => ask(i < 30 ? 'one' : 'two'))
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
    expect(Math.min(atHalf.one, atHalf.two)).toBeGreaterThan(0)
    await expect
      .poll(() => server.db.rows(sql`select from llm_slots where held > 0 or wanted > 0`))
      .toEqual([])
  })

  it('give up the slots of a process that died', async () => {
    await limit({ maxConcurrency: 1 })
    const dead = newId()
    await server.db.run(
      sql`insert into processes (id, roles, worker_ids, host, pid) values (${dead}, '{}', '{}', 'x', '0')`,
    )
    await server.db.run(sql`insert into llm_slots values (${connectionId}, ${dead}, 1, 0)`)
    const waiting = one.call(question(ada.id, '?'))
    await expect
      .poll(() => server.db.row(sql`select from llm_slots where wanted = 1`), eventually)
      .toBeDefined()
    expect(model.calls).toEqual([])
    await server.db.run(sql`delete from processes where id = ${dead}`)
    expect((await waiting).reply.text).toBe('Yes.')
  })

  it('tell a call that waits too long that the connection is busy', async () => {
    await limit({ maxConcurrency: 1 })
    const stop = new AbortController()
    model.setRules([{ reply: { text: 'never', delayMs: 600_000 } }])
    const first = one.call(cancellable(stop)).catch((error) => error)
    await expect.poll(() => model.calls.length, eventually).toBe(1)
    const fault = await faultOf(two.call(question(ada.id, '?', { maxWaitMs: 50 })))
    expect([fault.code, fault.kind, fault.retryAfterMs]).toEqual(['ai.busy', 'transient', expect.any(Number)])
    stop.abort()
    await first
  })

  it('count calls per minute over all processes', async () => {
    await limit({ maxPerMinute: 5 })
    const stop = new AbortController()
    const results = Array.from({ length: 8 }, (_, i) =>
      (i % 2 ? one : two).call(cancellable(stop)).then(
        () => 'answered',
        () => 'cancelled',
      ),
    )
    const waiting = () =>
      server.db.row(sql`
        select sum(wanted)::int as wanted, sum(held)::int as held from llm_slots where connection_id = ${connectionId}`)
    await expect.poll(waiting, eventually).toEqual({ wanted: 3, held: 0 })
    stop.abort()
    expect((await Promise.all(results)).filter((result) => result === 'answered')).toHaveLength(5)
    expect(model.calls).toHaveLength(5)
  })

  it('let all processes wait as long as the provider asks', async () => {
    const askedAt: number[] = []
    const note = <T>(reply: T) => {
      askedAt.push(performance.now())
      return reply
    }
    model.setRules([
      { times: 1, reply: () => note({ status: 429, retryAfter: 1 }) },
      { reply: () => note({ text: 'x' }) },
    ])
    const first = one.call(question(ada.id, '?'))
    const isPaused = () => server.db.row(sql`select from llm_gates where paused_until is not null`)
    await expect.poll(isPaused, eventually).toBeDefined()
    expect((await two.call(question(ada.id, '?'))).reply.text).toBe('x')
    expect((await first).reply.text).toBe('x')
    expect(model.calls.map(({ status }) => status)).toEqual([429, 200, 200])
    const [limitedAt = 0, nextAt = 0] = askedAt
    expect(nextAt - limitedAt).toBeGreaterThan(900)
  })
})

describe('the circuit of a connection', () => {
  const circuit = async () => (await admin.session('GET', `${path}/${connectionId}/limits`)).body.circuit
  const kinds = async () =>
    (await admin.session('GET', '/api/v1/notifications')).body.items
      .filter(({ params }: { params: { connectionId?: string } }) => params.connectionId === connectionId)
      .map(({ kind }: { kind: string }) => kind)

  it('opens on a dead provider for all processes, and closes by itself', async () => {
    model.setRules([{ reply: { status: 500 } }])
    for (let i = 0; i < 5; i++) {
      const fault = await faultOf(one.call(question(ada.id, '?')))
      expect([fault.code, fault.kind]).toEqual([
        expect.stringMatching(/^ai\.(provider_error|overloaded)$/),
        'transient',
      ])
    }
    expect(await circuit()).toMatchObject({
      state: 'open',
      reason: expect.any(String),
      retryAt: expect.any(String),
    })
    const called = model.calls.length
    const refused = await faultOf(two.call(question(ada.id, '?')))
    expect([refused.code, refused.kind]).toEqual(['ai.unavailable', 'transient'])
    expect(refused.retryAfterMs).toBeGreaterThan(0)
    expect(model.calls).toHaveLength(called)
    expect(await kinds()).toEqual(['ai.provider_down'])

    const becomeDue = () => server.db.run(sql`update llm_gates set retry_at = now()`)
    await becomeDue()
    expect((await circuit()).state).toBe('half_open')
    await faultOf(two.call(question(ada.id, '?')))
    expect(model.calls).toHaveLength(called + 1)
    expect((await circuit()).state).toBe('open')

    const stop = new AbortController()
    model.setRules([{ reply: { text: 'never', delayMs: 600_000 } }])
    await becomeDue()
    const probe = one.call(cancellable(stop)).catch((error) => error)
    await expect.poll(() => model.calls.length, eventually).toBe(called + 2)
    const others = await many(10, (i) => faultOf((i % 2 ? one : two).call(question(ada.id, '?'))))
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['ai.unavailable']))
    expect(model.calls).toHaveLength(called + 2)
    stop.abort()
    await probe

    model.setRules([{ reply: { text: 'back' } }])
    expect((await two.call(question(ada.id, '?'))).reply.text).toBe('back')
    await expect.poll(async () => (await circuit()).state, eventually).toBe('closed')
    await expect.poll(kinds, eventually).toEqual(['ai.provider_recovered', 'ai.provider_down'])
    expect((await one.call(question(ada.id, '?'))).reply.text).toBe('back')
  })

  it('stays closed for errors of the request', async () => {
    model.setRules([{ reply: { status: 400 } }])
    await many(8, () => faultOf(one.call(question(ada.id, '?'))))
    expect((await circuit()).state).toBe('closed')
    expect(model.calls).toHaveLength(8)
  })
})
