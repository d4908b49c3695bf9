import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppError } from '../../../platform/errors/app-error.ts'
import { parseSearch } from './search-query.ts'

const now = new Date('2026-11-15T12:00:00Z')
const parse = (q: string) => parseSearch(q, now)
const anywhere = ['A', 'B', 'C']
const text = (...words: string[]) => ({ kind: 'text', words, prefix: false, weights: anywhere })

it('requires every word, ignoring case and accents', () => {
  expect(parse('  Réunion  LUNDI ')).toEqual({ kind: 'and', parts: [text('reunion'), text('lundi')] })
})

it('parses a phrase, an address and a prefix', () => {
  expect(parse('"Kind regards"')).toEqual(text('kind', 'regards'))
  expect(parse('ada@example.com')).toEqual(text('ada', 'example', 'com'))
  expect(parse('invoi*')).toEqual({ ...text('invoi'), prefix: true })
  expect(parse('"invoi*"')).toEqual(text('invoi'))
})

it('parses operators in any case, with words or phrases', () => {
  expect(parse('From:ada')).toEqual({ kind: 'text', words: ['ada'], prefix: false, weights: ['B'] })
  expect(parse('to:"Ada L"')).toEqual({ kind: 'text', words: ['ada', 'l'], prefix: false, weights: ['D'] })
  expect(parse('subject:inv*')).toEqual({ kind: 'text', words: ['inv'], prefix: true, weights: ['A'] })
  expect(parse('has:attachment')).toEqual({ kind: 'flag', column: 'attachments', value: true })
  expect(parse('is:unread')).toEqual({ kind: 'flag', column: 'seen', value: false })
  expect(parse('in:"My Folder"')).toEqual({ kind: 'folder', name: 'My Folder' })
  expect(parse('larger:2m')).toEqual({ kind: 'size', side: 'larger', bytes: 2 * 1024 * 1024 })
})

it('parses a day or a relative period', () => {
  expect(parse('before:2026-02-28')).toEqual({ kind: 'date', side: 'before', at: '2026-02-28T00:00:00.000Z' })
  expect(parse('after:7d')).toEqual({ kind: 'date', side: 'after', at: '2026-11-08T12:00:00.000Z' })
})

it('negates any term and joins the two neighbours of OR', () => {
  expect(parse('-is:read')).toEqual({ kind: 'not', part: { kind: 'flag', column: 'seen', value: true } })
  expect(parse('a b OR -c OR d')).toEqual({
    kind: 'and',
    parts: [text('a'), { kind: 'or', parts: [text('b'), { kind: 'not', part: text('c') }, text('d')] }],
  })
  expect(parse('a or b')).toEqual({ kind: 'and', parts: [text('a'), text('or'), text('b')] })
})

it('ignores terms without letters and digits, and treats times and links as words', () => {
  expect(parse('salt & pepper - !')).toEqual({ kind: 'and', parts: [text('salt'), text('pepper')] })
  expect(parse('12:30')).toEqual(text('12', '30'))
  expect(parse('https://a.example')).toEqual(text('https', 'a', 'example'))
  expect(parse(' & ')).toBeUndefined()
  expect(parse('')).toBeUndefined()
})

it.each([
  ['"open', 1, 'quotation mark'],
  ['word from:"open', 11, 'quotation mark'],
  ['a from:', 3, 'needs a value'],
  ['from:""', 1, 'needs a value'],
  ['from:!!!', 1, 'letters or digits'],
  ['is:purple', 1, 'unread, read'],
  ['has:wings', 1, 'attachment'],
  ['a label:x', 3, 'unknown operator label:'],
  ['before:tomorrow', 1, '2026-11-15'],
  ['before:2026-02-30', 1, '2026-11-15'],
  ['after:99999y', 1, '7d'],
  ['larger:huge', 1, '500k'],
  ['OR a', 1, 'between two terms'],
  ['a OR', 3, 'between two terms'],
  ['a OR OR b', 3, 'between two terms'],
  ['is:constructor', 1, 'unread, read'],
  ['x'.repeat(1001), 1001, '1000 characters'],
  ['a '.repeat(51), 101, '50 terms'],
])('rejects %s and names character %i', (q, at, about) => {
  const failure = expect(() => parse(q))
  failure.toThrow(
    expect.objectContaining({
      code: 'request.bad_request',
      extra: {
        details: {
          issues: [
            { path: '/q', message: expect.stringMatching(new RegExp(`^character ${at}: .*${about}`)) },
          ],
        },
      },
    }),
  )
})

/** Query-like and arbitrary texts. */
const anyQuery = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '"',
          'OR',
          '-',
          '*',
          ':',
          "'",
          '\\',
          'from:',
          'is:unread',
          'in:',
          'before:7d',
          '&',
          '!',
          '(',
        ),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(' ')),
)

it('throws only faults with the code request.bad_request', () => {
  fc.assert(
    fc.property(anyQuery, (q) => {
      try {
        parse(q)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
        expect((error as AppError).code).toBe('request.bad_request')
      }
    }),
    { numRuns: 5000 },
  )
})
