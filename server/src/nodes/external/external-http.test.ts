import { describe, expect, it } from 'vitest'
import { permanent } from '../../engine/define-node.ts'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import type { HttpAnswer, HttpRequest } from '../ports.ts'
import { externalHttp } from './external-http.ts'

const url = 'https://api.example.org/v1/orders'
const answer = (status: number, body = '', headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  body,
  headers,
  truncated: false,
  url,
})
const answers = (one: HttpAnswer) => ({ 'http.request': one })
const ok = { answers: answers(answer(200)) }
const requestOf = ({ portCalls }: { portCalls: unknown[][] }) => portCalls[0]?.[1] as HttpRequest

describe('a request', () => {
  it('is a plain GET by default', async () => {
    const result = await callNode(externalHttp, { url }, ok)
    expect(requestOf(result)).toEqual({
      method: 'GET',
      url,
      headers: {},
      body: null,
      connectionId: null,
      timeoutMs: 30_000,
      maxBytes: 1_000_000,
    })
  })
  it('carries query, headers, a connection and JSON', async () => {
    const params = {
      url: `${url}?a=1`,
      method: 'POST',
      query: { 'b c': 2 },
      headers: { 'X-A': 'b' },
      body: { kind: 'json', value: { n: [1] } },
      connectionId: ids.other,
    }
    expect(requestOf(await callNode(externalHttp, params, ok))).toMatchObject({
      method: 'POST',
      url: `${url}?a=1&b+c=2`,
      body: '{"n":[1]}',
      connectionId: ids.other,
      headers: { 'X-A': 'b', 'Content-Type': 'application/json', 'Idempotency-Key': 'run:node' },
    })
  })
  it.each([
    [{ kind: 'text', text: 'a' }, 'a', 'text/plain; charset=utf-8'],
    [{ kind: 'text', text: '<a/>', contentType: 'text/xml' }, '<a/>', 'text/xml'],
    [{ kind: 'form', fields: { a: 'b&c', d: 1 } }, 'a=b%26c&d=1', 'application/x-www-form-urlencoded'],
  ])('sends %o as %j', async (body, content, type) => {
    const request = requestOf(await callNode(externalHttp, { url, method: 'PUT', body }, ok))
    expect([request.body, request.headers]).toEqual([content, { 'Content-Type': type }])
  })
  it('keeps an idempotency key and a content type set by the author', async () => {
    const headers = { 'idempotency-key': 'mine', 'CONTENT-TYPE': 'application/x' }
    const params = { url, method: 'POST', headers, body: { kind: 'json', value: 1 } }
    expect(requestOf(await callNode(externalHttp, params, ok)).headers).toEqual(headers)
  })
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'POST', 'PATCH'])(
    '%s may be repeated after a crash if HTTP calls it idempotent',
    (method) => {
      expect(externalHttp.repeatable?.({ method } as never)).toBe(!['POST', 'PATCH'].includes(method))
    },
  )
  it.each([
    [{ url: 'ftp://example.org' }, 'http.bad_url'],
    [{ url: 'example.org' }, 'http.bad_url'],
    [{ url: 'https://a:b@example.org' }, 'http.bad_url'],
    [{ url, headers: { Host: 'other' } }, 'http.bad_header'],
    [{ url, headers: { 'transfer-Encoding': 'chunked' } }, 'http.bad_header'],
    [{ url, headers: { 'a b': 'c' } }, 'http.bad_header'],
  ])('with %o fails permanently', async (params, code) => {
    const call = callNode(externalHttp, params, ok)
    await expect(call).rejects.toMatchObject({ code, kind: 'permanent' })
  })
  it.each([
    {},
    { url, method: 'TRACE' },
    { url, headers: { a: 'b\r\nc: d' } },
    { url, timeoutMs: 60_001 },
    { url, maxBytes: 100_000_000 },
    { url, body: { kind: 'xml' } },
    { url, body: { kind: 'json', value: 1, text: 'a' } },
    { url, connectionId: 'mine' },
  ])('with %o is rejected', (params) => {
    expect(validationIssues(externalHttp, params)).toBeDefined()
  })
})

describe('a response', () => {
  const json = { 'content-type': 'application/problem+json; charset=utf-8' }
  it('is parsed as JSON by its content type', async () => {
    const result = await callNode(
      externalHttp,
      { url, query: { secret: 's' } },
      { answers: answers(answer(200, '{"a":1}', json)) },
    )
    expect(result).toMatchObject({
      data: { status: 200, body: { a: 1 }, truncated: false },
      warnings: [],
      effects: [{ kind: 'http.called', description: `GET ${url} answered 200.` }],
    })
  })
  it('otherwise stays text', async () => {
    const text = answers(answer(200, '{"a":1}', { 'Content-Type': 'text/plain' }))
    expect(await callNode(externalHttp, { url }, { answers: text })).toMatchObject({
      data: { body: '{"a":1}' },
    })
  })
  it('that is malformed or truncated stays text, with a warning', async () => {
    const broken = await callNode(externalHttp, { url }, { answers: answers(answer(200, '{', json)) })
    expect(broken).toMatchObject({ data: { body: '{' }, warnings: [{ code: 'http.bad_json' }] })
    const cut = await callNode(
      externalHttp,
      { url },
      { answers: answers({ ...answer(200, '{"a"', json), truncated: true }) },
    )
    expect(cut).toMatchObject({
      data: { body: '{"a"', truncated: true },
      warnings: [{ code: 'http.truncated' }],
    })
  })
  it.each([
    [400, 'permanent'],
    [401, 'permanent'],
    [404, 'permanent'],
    [408, 'transient'],
    [429, 'transient'],
    [500, 'transient'],
    [503, 'transient'],
  ])('of %i is a %s failure', async (status, kind) => {
    const call = callNode(externalHttp, { url }, { answers: answers(answer(status, 'no')) })
    await expect(call).rejects.toMatchObject({ kind, details: { status, body: 'no' } })
  })
  it.each([
    ['120', 120_000],
    ['Fri, 13 Nov 2026 10:00:30 GMT', 30_000],
  ])('sets the back-off by Retry-After %s', async (value, retryAfterMs) => {
    const call = callNode(
      externalHttp,
      { url },
      { answers: answers(answer(429, '', { 'Retry-After': value })) },
    )
    await expect(call).rejects.toMatchObject({ details: { retryAfterMs } })
  })
  it('with an error status is returned if so configured', async () => {
    const result = await callNode(
      externalHttp,
      { url, failOnStatus: false },
      { answers: answers(answer(404)) },
    )
    expect(result).toMatchObject({ data: { status: 404 } })
  })
})

describe('a failing request', () => {
  const failing = (error: Error) => ({
    'http.request': () => {
      throw error
    },
  })
  it('leaves an unexpected error to the engine, which keeps its text out of the step', async () => {
    const unexpected = new TypeError('connect /run/secret.sock')
    const call = callNode(externalHttp, { url }, { answers: failing(unexpected) })
    await expect(call).rejects.toBe(unexpected)
  })
  it('throws the failure of the port unchanged', async () => {
    const refused = permanent('outbound.refused', 'This address is not allowed.')
    const call = callNode(externalHttp, { url }, { answers: failing(refused) })
    await expect(call).rejects.toBe(refused)
  })
})
