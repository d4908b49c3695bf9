import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from './model-server.ts'
import { sampleValue } from './sample-value.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.close())

type Completion = {
  choices: [{ message: { content: string } }]
  usage: { prompt_tokens: number; completion_tokens: number }
  error: { type: string }
}
async function chat(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${models.baseUrl('openai_compatible')}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  return { status: response.status, body: (await response.json()) as Completion }
}
const hello = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }] }

it('repeats the message without a rule, and records call and usage', async () => {
  const { body } = await chat(hello)
  expect(body.choices[0].message.content).toContain('Hello there')
  const call = models.calls.at(-1)
  expect(call).toMatchObject({ provider: 'openai_compatible', model: 'm', status: 200, outcome: 'answered' })
  expect(call?.usage).toMatchObject({ inputTokens: body.usage.prompt_tokens })
  expect(models.usage().outputTokens).toBe(body.usage.completion_tokens)
})

it('uses the first rule that matches, as often as it says', async () => {
  models.setRules([
    { when: { text: 'HELLO', model: 'm' }, times: 1, reply: { text: 'first' } },
    { when: { text: /^hello/i }, reply: (request) => ({ text: `second ${request.model}` }) },
  ])
  const said = async () => (await chat(hello)).body.choices[0].message.content
  expect([await said(), await said(), await said()]).toEqual(['first', 'second m', 'second m'])
})

it('rejects what is not documented, and the wrong key', async () => {
  const { status, body } = await chat({ ...hello, max_output_tokens: 5 })
  expect([status, body.error.type]).toEqual([400, 'invalid_request_error'])
  expect((await chat(hello, { authorization: 'Bearer wrong-key' })).status).toBe(401)
})

it('finds a value for a schema', () => {
  const schema = {
    type: 'object',
    properties: {
      category: { type: 'string', enum: ['invoice', 'complaint'] },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      when: { type: ['string', 'null'], format: 'date-time' },
      tags: { type: 'array', items: { $ref: '#/$defs/tag' }, minItems: 2 },
      amount: { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }] },
      note: { type: 'string', minLength: 5, maxLength: 8 },
    },
    required: ['category', 'confidence', 'when', 'tags', 'amount', 'note'],
    additionalProperties: false,
    $defs: { tag: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  }
  const value = sampleValue(schema, 'A complaint about my order')
  expect(new Ajv({ strict: false, validateFormats: false }).validate(schema, value)).toBe(true)
  expect(value).toMatchObject({ category: 'complaint', note: 'A compla' })
})
