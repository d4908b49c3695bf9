import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongKey } from '#test/model-server/model-server'
import { ask, errorOf, lastCall, providers, type ScriptedLlm, scriptedLlm } from './fixtures/scripted-llm.ts'
import type { LlmMessage, LlmProvider, LlmTool } from './types.ts'

// The scripted server rejects every request that differs from the provider's documented format.

let at: ScriptedLlm
beforeAll(async () => {
  at = await scriptedLlm()
})
afterAll(() => at.close())
beforeEach(() => at.models.setRules([]))

const tool: LlmTool = {
  name: 'find_mail',
  description: 'Finds mail.',
  parameters: {
    type: 'object',
    properties: { q: { type: 'string' } },
    required: ['q'],
    additionalProperties: false,
  },
}
const output = {
  name: 'category',
  schema: {
    type: 'object',
    properties: { category: { type: 'string', enum: ['invoice', 'other'] }, sure: { type: 'boolean' } },
    required: ['category', 'sure'],
    additionalProperties: false,
  },
}

type Documented = { path: string; headers: object; text: object; tools: object; output: object }

const chatFormat = (path: string, system: unknown, content: unknown): Documented => ({
  path: `${path}/chat/completions`,
  headers: { authorization: 'Bearer key-1234' },
  text: {
    model: 'scripted-large',
    max_tokens: 500,
    temperature: 0.2,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content },
    ],
  },
  tools: {
    tools: [
      {
        type: 'function',
        function: { name: 'find_mail', description: 'Finds mail.', parameters: tool.parameters },
      },
    ],
    tool_choice: 'auto',
  },
  output: {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'category', strict: true, schema: output.schema },
    },
  },
})
const part = (text: string) => [{ type: 'text', text }]

/** What each provider must receive; the rest of the shape is validated by the server. */
const documented: Record<LlmProvider, Documented> = {
  anthropic: {
    path: '/anthropic/v1/messages',
    headers: { 'x-api-key': 'key-1234', 'anthropic-version': '2023-06-01' },
    text: {
      model: 'scripted-large',
      max_tokens: 500,
      temperature: 0.2,
      system: [{ type: 'text', text: 'You sort mail.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    },
    tools: {
      tools: [{ name: 'find_mail', description: 'Finds mail.', input_schema: tool.parameters }],
      tool_choice: { type: 'auto' },
    },
    output: {
      tools: [{ name: 'json', input_schema: output.schema }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    },
  },
  openai: {
    path: '/openai/v1/responses',
    headers: { authorization: 'Bearer key-1234' },
    text: {
      model: 'scripted-large',
      max_output_tokens: 500,
      temperature: 0.2,
      store: false,
      input: [
        { role: 'system', content: 'You sort mail.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
    },
    tools: {
      tools: [
        { type: 'function', name: 'find_mail', description: 'Finds mail.', parameters: tool.parameters },
      ],
      tool_choice: 'auto',
    },
    output: {
      text: { format: { type: 'json_schema', name: 'category', strict: true, schema: output.schema } },
    },
  },
  google: {
    path: '/google/v1beta/models/scripted-large:generateContent',
    headers: { 'x-goog-api-key': 'key-1234' },
    text: {
      generationConfig: { maxOutputTokens: 500, temperature: 0.2 },
      systemInstruction: { parts: [{ text: 'You sort mail.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    },
    tools: { tools: [{ functionDeclarations: [{ name: 'find_mail', description: 'Finds mail.' }] }] },
    output: {
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
    },
  },
  mistral: chatFormat('/mistral/v1', 'You sort mail.', part('Hello')),
  openrouter: chatFormat('/openrouter/api/v1', part('You sort mail.'), 'Hello'),
  openai_compatible: chatFormat('/compatible/v1', 'You sort mail.', 'Hello'),
}

describe.each(providers)('%s', (provider) => {
  const { path, headers, text, tools, output: format } = documented[provider]

  it('receives model, instructions, messages and limits in its format, and answers', async () => {
    const usage = { inputTokens: 120, cachedInputTokens: 100, outputTokens: 7 }
    at.models.setRules([{ reply: { text: 'Good day.', usage } }])
    const reply = await at.llm.generate(at.endpoint(provider), ask('Hello', { temperature: 0.2 }))
    expect(reply).toEqual({
      text: 'Good day.',
      data: undefined,
      toolCalls: [],
      usage,
      finish: 'stop',
      repaired: false,
    })
    const call = lastCall(at.models)
    expect(call.path).toBe(path)
    expect(call.headers).toMatchObject({
      ...headers,
      'user-agent': 'Mailwright',
      'content-type': 'application/json',
    })
    expect(call.body).toMatchObject(text)
  })

  it('receives no credentials without a key', async () => {
    await at.llm.generate(at.endpoint(provider, null), ask('Hello'))
    const { headers: sent } = lastCall(at.models)
    expect(sent.authorization ?? sent['x-api-key'] ?? sent['x-goog-api-key']).toBeUndefined()
  })

  it('streams pieces as they come', async () => {
    const pieces = ['Good ', 'day, ', 'Ada.']
    const usage = { inputTokens: 50, cachedInputTokens: 20, outputTokens: 9 }
    at.models.setRules([{ reply: { pieces, usage } }])
    const seen: string[] = []
    const reply = await at.llm.stream(at.endpoint(provider), ask('Hello'), (piece) => seen.push(piece))
    expect(seen).toEqual(pieces)
    expect(reply).toMatchObject({ text: 'Good day, Ada.', usage, finish: 'stop' })
    expect(lastCall(at.models)).toMatchObject({ stream: true, outcome: 'answered' })
  })

  it.each(['generate', 'stream'] as const)('calls tools and receives their results (%s)', async (way) => {
    at.models.setRules([
      {
        when: { last: 'Where' },
        reply: {
          text: 'Let me look.',
          toolCalls: [
            { id: 'call00001', name: 'find_mail', arguments: { q: 'invoice' } },
            { id: 'call00002', name: 'find_mail', arguments: { q: 'rechnung' } },
          ],
        },
      },
      { reply: { text: 'Two mails.' } },
    ])
    const call = (messages: LlmMessage[]) => {
      const request = ask('', { messages, tools: [tool] })
      return way === 'generate'
        ? at.llm.generate(at.endpoint(provider), request)
        : at.llm.stream(at.endpoint(provider), request, () => {})
    }
    const asked: LlmMessage[] = [{ role: 'user', text: 'Where are my invoices?' }]
    const first = await call(asked)
    expect(first).toMatchObject({ text: 'Let me look.', finish: 'tool_calls' })
    expect(first.toolCalls).toMatchObject([
      { id: 'call00001', name: 'find_mail', arguments: { q: 'invoice' } },
      { id: 'call00002', name: 'find_mail', arguments: { q: 'rechnung' } },
    ])
    expect(lastCall(at.models).body).toMatchObject(tools)
    const second = await call([
      ...asked,
      { role: 'assistant', text: first.text, toolCalls: first.toolCalls },
      { role: 'tool', toolCallId: 'call00001', toolName: 'find_mail', ok: true, result: { found: 2 } },
      { role: 'tool', toolCallId: 'call00002', toolName: 'find_mail', ok: false, result: 'no such folder' },
    ])
    expect(second).toMatchObject({ text: 'Two mails.', toolCalls: [], finish: 'stop' })
    const results = lastCall(at.models).messages.filter((one) => one.role === 'tool')
    expect(JSON.stringify(results)).toContain('found')
    expect(JSON.stringify(results)).toContain('no such folder')
  })

  it.each(['generate', 'stream'] as const)('answers in the shape of a schema (%s)', async (way) => {
    at.models.setRules([{ reply: { json: { category: 'invoice', sure: true } } }])
    const request = ask('Invoice 12', { output })
    const reply =
      way === 'generate'
        ? await at.llm.generate(at.endpoint(provider), request)
        : await at.llm.stream(at.endpoint(provider), request, () => {})
    expect(reply).toMatchObject({
      data: { category: 'invoice', sure: true },
      toolCalls: [],
      finish: 'stop',
      repaired: false,
    })
    expect(lastCall(at.models).body).toMatchObject(format)
  })

  it('lists its models', async () => {
    const list = await at.llm.models(at.endpoint(provider), AbortSignal.timeout(60_000))
    expect(list).toEqual(['scripted-large', 'scripted-small'])
    const wrong = at.llm.models(at.endpoint(provider, wrongKey), AbortSignal.timeout(60_000))
    expect(await errorOf(wrong)).toMatchObject({ kind: 'permanent', reason: 'unauthorized' })
  })

  it('has its errors told apart', async () => {
    const failed = async (status: number, more: object = {}) => {
      at.models.setRules([{ reply: { status, ...more } }])
      return errorOf(at.llm.generate(at.endpoint(provider), ask('Hello')))
    }
    const wrong = errorOf(at.llm.generate(at.endpoint(provider, wrongKey), ask('Hello')))
    expect(await wrong).toMatchObject({ kind: 'permanent', reason: 'unauthorized' })
    expect(await failed(400)).toMatchObject({
      kind: 'permanent',
      reason: 'bad_request',
      status: 400,
      message: 'The provider rejected the request: The request is not valid.',
    })
    expect(await failed(404)).toMatchObject({ kind: 'permanent', reason: 'model_not_found', status: 404 })
    expect(await failed(429, { retryAfter: 7 })).toMatchObject({
      kind: 'transient',
      reason: 'rate_limited',
      retryAfterMs: 7000,
    })
    expect(await failed(500)).toMatchObject({
      kind: 'transient',
      reason: 'provider_error',
      retryAfterMs: null,
    })
    expect(await failed(529)).toMatchObject({ kind: 'transient', reason: 'overloaded', status: 529 })
    expect(await failed(502, { body: '<html>Bad gateway</html>' })).toMatchObject({
      kind: 'transient',
      reason: 'provider_error',
    })
  })
})

it('uses the native schema of a model that has one', async () => {
  await at.llm.generate(at.endpoint('anthropic'), ask('Invoice', { output, model: 'claude-sonnet-4-5' }))
  expect(lastCall(at.models).body).toMatchObject({ output_config: { format: { type: 'json_schema' } } })
})

it('returns the signature of a Gemini call with its result', async () => {
  at.models.setRules([
    { when: { last: 'go' }, reply: { toolCalls: [{ id: 'a1', name: 'find_mail', arguments: {} }] } },
  ])
  const asked: LlmMessage[] = [{ role: 'user', text: 'go' }]
  const { toolCalls } = await at.llm.generate(
    at.endpoint('google'),
    ask('', { messages: asked, tools: [tool] }),
  )
  await at.llm.generate(
    at.endpoint('google'),
    ask('', {
      messages: [
        ...asked,
        { role: 'assistant', text: '', toolCalls },
        { role: 'tool', toolCallId: 'a1', toolName: 'find_mail', ok: true, result: 'ok' },
      ],
      tools: [tool],
    }),
  )
  expect(lastCall(at.models).body).toMatchObject({
    contents: [{}, { parts: [{ thoughtSignature: 'signed-a1' }] }, {}],
  })
})
