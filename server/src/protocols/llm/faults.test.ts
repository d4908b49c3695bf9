import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { ask, errorOf, lastCall, providers, type ScriptedLlm, scriptedLlm } from './fixtures/scripted-llm.ts'
import { createLlm } from './llm.ts'
import type { LlmRequest } from './types.ts'

let at: ScriptedLlm
beforeAll(async () => {
  at = await scriptedLlm()
})
afterAll(() => at.close())
beforeEach(() => at.models.setRules([]))

const output = {
  name: 'category',
  schema: {
    type: 'object',
    properties: { category: { type: 'string', enum: ['invoice', 'other'] } },
    required: ['category'],
    additionalProperties: false,
  },
}
const long = 'one two three four five six seven eight nine ten '
const broken = { kind: 'transient', reason: 'unreachable' }

describe.each(providers)('%s', (provider) => {
  const generate = (request: LlmRequest) => at.llm.generate(at.endpoint(provider), request)
  const stream = (request: LlmRequest, onText: (piece: string) => void = () => {}) =>
    at.llm.stream(at.endpoint(provider), request, onText)

  it('reports an answer that breaks off', async () => {
    at.models.setRules([{ reply: { text: long, fault: 'cut' } }])
    expect(await errorOf(generate(ask('Hello')))).toMatchObject(broken)
    const seen: string[] = []
    expect(await errorOf(stream(ask('Hello'), (piece) => seen.push(piece)))).toMatchObject(broken)
    expect(seen.length).toBeGreaterThan(0)
  })

  it('reports an answer that ends early', async () => {
    at.models.setRules([{ reply: { text: long, fault: 'truncate' } }])
    expect(await errorOf(generate(ask('Hello')))).toMatchObject({
      kind: 'transient',
      reason: 'provider_error',
    })
    for (const request of [ask('Hello'), ask('Hello', { output })]) {
      const { kind, reason } = await errorOf(stream(request))
      expect(kind).toBe('transient')
      expect(['unreachable', 'provider_error']).toContain(reason)
    }
  })

  it('reports an error event in the middle of a stream', async () => {
    at.models.setRules([
      { times: 1, reply: { text: long, fault: 'error', status: 500, error: { message: 'A node died.' } } },
      {
        reply: { text: long, fault: 'error', status: 503, error: { type: 'overloaded_error', code: '503' } },
      },
    ])
    const failed = await errorOf(stream(ask('Hello')))
    expect(failed).toMatchObject({ kind: 'transient', reason: 'provider_error' })
    expect(failed.message).toContain('A node died.')
    expect(await errorOf(stream(ask('Hello')))).toMatchObject({ kind: 'transient', reason: 'overloaded' })
  })

  it('ends a silent stream at the idle limit and a slow answer at the total one', async () => {
    at.models.setRules([{ reply: { text: long, fault: 'hang' } }])
    const silent = await errorOf(stream(ask('Hello', { idleMs: 150 })))
    expect(silent).toMatchObject({ kind: 'transient', reason: 'timeout' })
    await expect.poll(() => lastCall(at.models).outcome).toBe('abandoned')
    const slow = await errorOf(generate(ask('Hello', { totalMs: 150 })))
    expect(slow).toMatchObject({ kind: 'transient', reason: 'timeout' })
    await expect.poll(() => lastCall(at.models).outcome).toBe('abandoned')
  })

  it('closes the connection when the call is cancelled', async () => {
    at.models.setRules([{ reply: { text: long, fault: 'hang' } }])
    const stop = new AbortController()
    const cancelled = errorOf(stream(ask('Hello', { signal: stop.signal }), () => stop.abort()))
    expect(await cancelled).toMatchObject({ reason: 'cancelled' })
    await expect.poll(() => lastCall(at.models).outcome).toBe('abandoned')
    expect(await errorOf(generate(ask('Hello', { signal: AbortSignal.abort() })))).toMatchObject({
      reason: 'cancelled',
    })
  })

  it('says when the limit of tokens was reached', async () => {
    at.models.setRules([{ reply: { text: long, finish: 'length', usage: { outputTokens: 500 } } }])
    expect(await generate(ask('Hello'))).toMatchObject({ text: long, finish: 'length' })
    expect(await stream(ask('Hello'))).toMatchObject({ text: long, finish: 'length' })
    const calls = at.models.calls.length
    at.models.setRules([{ reply: { text: '{"category": "inv', finish: 'length' } }])
    expect(await errorOf(generate(ask('Hello', { output })))).toMatchObject({
      kind: 'permanent',
      reason: 'output_limit',
      usage: lastCall(at.models).usage,
    })
    expect(at.models.calls.length).toBe(calls + 1)
  })

  it('repairs an answer of the wrong shape once', async () => {
    at.models.setRules([
      {
        when: { last: 'does not match' },
        reply: { json: { category: 'other' }, usage: { inputTokens: 30, outputTokens: 3 } },
      },
      {
        reply: {
          json: { category: 'bill' },
          usage: { inputTokens: 20, outputTokens: 2, cachedInputTokens: 5 },
        },
      },
    ])
    const seen: string[] = []
    const reply = await stream(ask('Hello', { output }), (piece) => seen.push(piece))
    expect(reply).toMatchObject({
      data: { category: 'other' },
      repaired: true,
      usage: { inputTokens: 50, cachedInputTokens: 5, outputTokens: 5 },
    })
    expect(seen.join('')).not.toContain('other')
    expect(lastCall(at.models).messages.at(-1)?.text).toContain('/category must be equal to one of')
  })

  it('gives up after one repair, and counts what it cost', async () => {
    at.models.setRules([{ reply: { text: 'Sorry, I cannot.', usage: { inputTokens: 10, outputTokens: 4 } } }])
    const calls = at.models.calls.length
    expect(await errorOf(generate(ask('Hello', { output })))).toMatchObject({
      kind: 'permanent',
      reason: 'invalid_output',
      usage: { inputTokens: 20, cachedInputTokens: 0, outputTokens: 8 },
    })
    expect(at.models.calls.length).toBe(calls + 2)
  })
})

// Mistral has no such finish reason.
it.each(providers.filter((provider) => provider !== 'mistral'))(
  '%s says when the provider refused to answer',
  async (provider) => {
    const generate = (request: LlmRequest) => at.llm.generate(at.endpoint(provider), request)
    at.models.setRules([{ reply: { text: 'No.', finish: 'filtered' } }])
    expect(await generate(ask('Hello'))).toMatchObject({ finish: 'filtered' })
    expect(await errorOf(generate(ask('Hello', { output })))).toMatchObject({
      kind: 'permanent',
      reason: 'filtered',
    })
  },
)

describe('an answer', () => {
  const compatible = (more: Partial<LlmRequest> = {}) =>
    at.llm.generate(at.endpoint('openai_compatible'), ask('Hello', more))

  it('may be JSON in a code block or after a sentence', async () => {
    at.models.setRules([
      { times: 1, reply: { text: '```json\n{"category": "other"}\n```' } },
      { reply: { text: 'Here you are: {"category": "other"}' } },
    ])
    for (const _ of [1, 2])
      expect(await compatible({ output })).toMatchObject({ data: { category: 'other' }, repaired: false })
  })

  it('of a server without schemas comes by instructions', async () => {
    at.models.setRules([
      { when: { system: 'matches this schema' }, reply: { json: { category: 'other' } } },
      { reply: { status: 400, error: { message: 'response_format json_schema is not supported' } } },
    ])
    expect(await compatible({ output })).toMatchObject({ data: { category: 'other' }, repaired: false })
    expect(lastCall(at.models).body).not.toHaveProperty('response_format')
  })

  it('keeps what was spent when the repair fails', async () => {
    at.models.setRules([
      { when: { last: 'does not match' }, reply: { status: 429, retryAfter: 3 } },
      { reply: { text: 'no', usage: { inputTokens: 11, outputTokens: 2 } } },
    ])
    expect(await errorOf(compatible({ output }))).toMatchObject({
      reason: 'rate_limited',
      retryAfterMs: 3000,
      usage: { inputTokens: 11, outputTokens: 2 },
    })
  })

  it('that is too large is not read to the end', async () => {
    const big = await serve((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!reply.destroyed)
          if (!reply.write(' '.repeat(1024 * 1024))) return void reply.once('drain', more)
      }
      more()
    })
    const error = await errorOf(callAt(big.url, [big.allow]))
    expect(error).toMatchObject({ kind: 'permanent', reason: 'too_large' })
    await big.close()
  })
})

async function serve(listener: Parameters<typeof createServer>[1]) {
  const server: Server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    allow: `ai:127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** One call of an OpenAI-compatible server; the guard is closed afterwards. */
async function callAt(baseUrl: string | null, allow: string[], apiKey: string | null = null) {
  const outbound = createOutbound({ purpose: 'ai', allow })
  const endpoint = { provider: 'openai_compatible' as const, apiKey, baseUrl }
  return createLlm(outbound)
    .generate(endpoint, ask('Hello'))
    .finally(() => outbound.close())
}

describe('a provider', () => {
  it('on a private address must be allowed, and the error says how', async () => {
    const { port } = at.models
    for (const allow of [[], [`http:127.0.0.1:${port}`], [`ai:127.0.0.1:${port + 1}`]]) {
      const error = await errorOf(callAt(at.models.baseUrl('openai_compatible'), allow))
      expect(error).toMatchObject({ kind: 'permanent', reason: 'blocked_address' })
      expect(error.message).toContain('MAILWRIGHT_OUTBOUND_ALLOW')
    }
    const outbound = createOutbound({ purpose: 'ai', allow: [] })
    const listed = createLlm(outbound).models(at.endpoint('mistral'), AbortSignal.timeout(60_000))
    expect(await errorOf(listed)).toMatchObject({ reason: 'blocked_address' })
    await outbound.close()
  })

  it('needs a base URL if it has none of its own', async () => {
    expect(await errorOf(callAt(null, []))).toMatchObject({ kind: 'permanent', reason: 'bad_request' })
  })

  it('that does not listen is unreachable', async () => {
    const gone = await serve(() => {})
    await gone.close()
    expect(await errorOf(callAt(gone.url, [gone.allow]))).toMatchObject(broken)
  })

  it('may redirect nobody', async () => {
    const site = await serve((_, reply) => reply.writeHead(307, { location: '/elsewhere' }).end())
    expect(await errorOf(callAt(site.url, [site.allow]))).toMatchObject({ reason: 'bad_request' })
    await site.close()
  })

  it('that is none is told from one without the model', async () => {
    const site = await serve((_, reply) => reply.writeHead(404).end('<h1>Not found</h1>'))
    const error = await errorOf(callAt(site.url, [site.allow]))
    expect(error).toMatchObject({ kind: 'permanent', reason: 'bad_request', status: 404 })
    expect(error.message).toContain('base URL')
    await site.close()
  })

  it('never has the key quoted in an error', async () => {
    const site = await serve((request, reply) => {
      reply.writeHead(401, { 'content-type': 'application/json' })
      reply.end(JSON.stringify({ error: { message: `Bad key ${request.headers.authorization}` } }))
    })
    const error = await errorOf(callAt(site.url, [site.allow], 'sk-very-secret'))
    expect(error.message).toBe('The provider rejected the key: Bad key Bearer …')
    await site.close()
  })
})

describe('the time to wait', () => {
  const waits = async (headers: Record<string, string>, body?: unknown) => {
    at.models.setRules([{ reply: { status: 429, headers, ...(body ? { body } : {}) } }])
    return (await errorOf(at.llm.generate(at.endpoint('google'), ask('Hello')))).retryAfterMs
  }
  it('is read from seconds, milliseconds, a date and the body', async () => {
    expect(await waits({ 'retry-after': '2.5' })).toBe(2500)
    expect(await waits({ 'retry-after': '9', 'retry-after-ms': '450' })).toBe(450)
    const inAnHour = await waits({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
    expect(inAnHour).toBeGreaterThan(3_000_000)
    expect(inAnHour).toBeLessThanOrEqual(3_600_000)
    expect(await waits({ 'retry-after': new Date(0).toUTCString() })).toBe(0)
    expect(await waits({ 'retry-after': 'soon' })).toBeNull()
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' }]
    expect(await waits({}, { error: { code: 429, message: 'Quota', details } })).toBe(37_000)
  })
  it('is not asked for where waiting does not help', async () => {
    const quota = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }
    at.models.setRules([{ reply: { status: 429, body: quota } }])
    const error = await errorOf(at.llm.generate(at.endpoint('openai'), ask('Hello')))
    expect(error).toMatchObject({ kind: 'permanent', reason: 'provider_error' })
  })
})
