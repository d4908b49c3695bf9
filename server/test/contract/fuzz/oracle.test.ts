import { describe, expect, it } from 'vitest'
import type { Case } from './case.ts'
import { fixedCases } from './cases.ts'
import { type Description, type Operation, operationsOf } from './operations.ts'
import { complaints } from './oracle.ts'
import { judgeOf } from './schema.ts'
import type { FuzzAnswer } from './send.ts'

const errors = (codes: string[]) => ({
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'message'],
        properties: { code: { type: 'string', enum: codes }, message: { type: 'string' }, details: {} },
      },
    },
  },
})
const item = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 5 } },
}
const description = {
  openapi: '3.1.0',
  components: { schemas: { Item: item } },
  paths: {
    '/items/{id}': {
      put: {
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
        security: [{ session: [] }, { apiKey: [] }],
        requestBody: { required: true, content: { 'application/json': { schema: item } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
          204: {},
          400: errors(['request.bad_request']),
          401: errors(['auth.unauthenticated']),
          404: errors(['item.not_found']),
        },
      },
    },
  },
} as unknown as Description

const judge = judgeOf(description)
const [operation] = operationsOf(description) as [Operation]
const valid: Case = {
  why: 'planted',
  caller: 'admin',
  method: 'PUT',
  path: '/items/1',
  headers: {},
  expect: 'accepted',
  body: '{"name":"a"}',
}
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}
const answer = (status: number, body: unknown, more: Partial<FuzzAnswer> = {}): FuzzAnswer => ({
  status,
  headers,
  text: body === undefined ? '' : JSON.stringify(body),
  ms: 1,
  ...more,
})
const of = (one: Partial<Case>, given: FuzzAnswer) =>
  complaints({ ...valid, ...one }, operation, judge, given).join('\n')

const refusal = { code: 'request.bad_request', message: 'No.' }
const { 'cache-control': _cache, ...cacheable } = headers
const { 'x-content-type-options': _sniff, ...sniffable } = headers
const { 'content-security-policy': _policy, ...unguarded } = headers

describe('the oracle', () => {
  it.each([
    ['a described reply', {}, answer(200, { name: 'a' })],
    ['a described refusal of a broken rule', { expect: 'refused' }, answer(400, refusal)],
    [
      'nothing there, for an address that leads elsewhere',
      { elsewhere: true, expect: 'refused' },
      answer(404, { code: 'request.not_found', message: 'No.' }),
    ],
  ] as [string, Partial<Case>, FuzzAnswer][])('lets pass: %s', (_what, one, given) => {
    expect(of(one, given)).toBe('')
  })

  it.each([
    ['an extra property', {}, answer(200, { name: 'a', secret: 1 }), 'must NOT have additional properties'],
    ['a missing property', {}, answer(200, {}), 'required property'],
    ['a value of the wrong type', {}, answer(200, { name: 1 }), 'must be string'],
    ['a status that is not described', {}, answer(418, refusal), 'status 418 is not described'],
    [
      'a 500, even in the right form',
      {},
      answer(500, { code: 'internal.error', message: 'x' }),
      'status 500',
    ],
    [
      'a code that is not described',
      {},
      answer(404, { code: 'other.not_found', message: 'x' }),
      '/code must be',
    ],
    [
      'an error with an extra property',
      {},
      answer(404, { code: 'item.not_found', message: 'x', stack: '' }),
      'additional',
    ],
    [
      'an answer from elsewhere, where none may come',
      {},
      answer(404, { code: 'request.not_found', message: 'x' }),
      '/code',
    ],
    ['no JSON', {}, answer(200, undefined, { text: '<html>' }), 'not JSON'],
    [
      'another content type',
      {},
      answer(200, { name: 'a' }, { headers: { ...headers, 'content-type': 'text/html' } }),
      'content type',
    ],
    ['a body where none is described', {}, answer(204, { name: 'a' }), 'a body where none'],
    ['a body of HEAD', { method: 'HEAD' }, answer(200, { name: 'a' }), 'HEAD with a body'],
    ['a refusal of the right form', {}, answer(400, refusal), 'fits the description and is refused'],
    ['a broken rule let through', { expect: 'refused' }, answer(200, { name: 'a' }), 'let through'],
    ['a lost session', {}, answer(401, { code: 'auth.unauthenticated', message: 'x' }), 'not recognised'],
    [
      'internals',
      {},
      answer(404, { code: 'item.not_found', message: 'relation "items" is gone' }),
      'internals',
    ],
    ['no nosniff', {}, answer(200, { name: 'a' }, { headers: sniffable }), 'nosniff'],
    [
      'no content security policy',
      {},
      answer(200, { name: 'a' }, { headers: unguarded }),
      'Content-Security',
    ],
    ['a reply that may be kept', {}, answer(200, { name: 'a' }, { headers: cacheable }), 'no-store'],
    ['an answer that takes too long', {}, answer(200, { name: 'a' }, { ms: 60_000 }), 'took 60000 ms'],
  ] as [string, Partial<Case>, FuzzAnswer, string][])('bites on %s', (_what, one, given, complaint) => {
    expect(of(one, given)).toContain(complaint)
  })
})

describe('the cases', () => {
  const cases = fixedCases(operation, judge)
  const expecting = (body: unknown) => cases.find((one) => one.body === JSON.stringify(body))?.expect

  it('cover both sides of each bound', () => {
    const names = ['', 'x', 'xxxxx', 'xxxxxx'].map((name) => expecting({ name }))
    expect(names).toEqual(['refused', 'accepted', 'accepted', 'refused'])
  })

  it.each([
    '__proto__',
    'twice',
    'NUL',
    'deep',
    'above 5 MB',
    'missing',
    'extra property',
    'OPTIONS',
    'id %00',
  ])('include the kind %s', (kind) => expect(cases.some(({ why }) => why.includes(kind))).toBe(true))
})
