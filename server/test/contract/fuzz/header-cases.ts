import { type Case, plainCase } from './case.ts'
import type { Operation } from './operations.ts'
import type { Judge } from './schema.ts'

const odd: Record<string, string>[] = [
  { accept: 'image/png' },
  { 'accept-language': 'fr;q=x, *;q=, \xe9' },
  { 'x-request-id': 'a b\tc' },
  { 'x-request-id': 'x'.repeat(5000) },
  { 'x-forwarded-for': "127.0.0.1, '; drop table members" },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': '\xff'.repeat(2000) },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { host: 'evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { referer: 'https://evil.example/' },
]

/** Lengths around the bounds, and bytes above ASCII, which a header may carry. */
function keyCases(plain: Case, operation: Operation, judge: Judge): Case[] {
  const header = operation.parameters.find((p) => p.in === 'header')
  if (!header) return []
  const { minLength = 0, maxLength = 0 } = judge.resolve(header.schema)
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((n) => n >= 0)
  const keys = [
    ...lengths.map((n) => 'k'.repeat(n)),
    '\xe9\xff'.repeat(20),
    "'; --",
    '\xff'.repeat(maxLength),
  ]
  return keys.map((key) => ({
    ...plain,
    why: `${header.name} of ${key.length}`,
    headers: { ...plain.headers, [header.name.toLowerCase()]: key },
    expect: judge.fits(header.schema, key) ? 'accepted' : 'refused',
  }))
}

function methodCases(plain: Case, operation: Operation): Case[] {
  const { body: _, ...bare } = plain
  const other = ['OPTIONS', 'TRACE', 'PROPFIND'].map(
    (method): Case => ({ ...bare, method, headers: {}, why: method, expect: 'refused', elsewhere: true }),
  )
  const head: Case = { ...bare, method: 'HEAD', headers: {}, why: 'HEAD', expect: 'documented' }
  return operation.method === 'GET' ? [...other, head] : other
}

export function headerCases(operation: Operation, judge: Judge): Case[] {
  const plain = plainCase(operation, judge)
  return [
    ...keyCases(plain, operation, judge),
    ...methodCases(plain, operation),
    ...odd.map(
      (headers): Case => ({
        ...plain,
        why: `header ${JSON.stringify(headers).slice(0, 60)}`,
        headers: { ...plain.headers, ...headers },
        expect: 'documented',
      }),
    ),
  ]
}
