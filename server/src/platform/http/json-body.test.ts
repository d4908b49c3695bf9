import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const issueOf = async (text: string) => {
  const error = await parseJsonBody(text).then(
    () => undefined,
    (thrown) => thrown,
  )
  return error?.extra?.details?.issues?.[0]?.message
}
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const withKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}": ${i}`).join(',')}}`

describe('a JSON body', () => {
  it.each([
    ['a key', '{"a": 1, "b": 2, "a": 1}'],
    ['a nested key', '{"list": [{"x": {"a": 1, "a": 2}}]}'],
    ['a key written with an escape', '{"a": 1, "\\u0061": 2}'],
    ['an empty key', '{"": 1, "": 2}'],
    ['a number', '{"1": 1, "2": 2, "1": 1}'],
    ['a key with a quotation mark', '{"\\"": 1, "\\"": 2}'],
    ['an object', '{"a": {"b": 1}, "a": {"b": 1, "c": 2}}'],
  ])('with %s twice is refused', async (_, text) => {
    expect(await issueOf(text)).toBe('An object contains the same key twice.')
  })

  it.each([
    '{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 1}]}',
    '{"a:b": ":", "c": "\\\\", "d": "\\":\\"", "e": "{\\"a\\":1}"}',
    '{"constructor": 1, "toString": 2, "hasOwnProperty": 3}',
    '[1, 2, {"a": null}, "x:y", []]',
    '"a: b"',
    ' { "a" : 1 , "b" : { } } ',
  ])('is read as it is: %s', async (text) => {
    expect(await parseJsonBody(text)).toEqual({ value: JSON.parse(text), text })
  })

  it.each(['{"__proto__": 1}', '{"a": [{"__proto__": {}}]}', '{"__pro\\u0074o__": 1}'])(
    'with the key __proto__ is refused: %s',
    async (text) => {
      expect(await issueOf(text)).toBe('The key __proto__ is not allowed.')
    },
  )

  it('may be nested a hundred levels deep', async () => {
    expect(await issueOf(nested(100))).toBe(undefined)
    expect(await issueOf(nested(101))).toBe('The body is nested deeper than 100 levels.')
    // As deep as a body may be long.
    expect(await issueOf(nested(500_000))).toBe('The body is nested deeper than 100 levels.')
  })

  it('may have ten thousand keys in an object', async () => {
    expect(await issueOf(withKeys(10_000))).toBe(undefined)
    expect(await issueOf(withKeys(10_001))).toBe('An object has more than 10000 keys.')
  })

  it('with NUL is refused, and with a lone surrogate is mended', async () => {
    expect(await issueOf('{"a": "x\\u0000"}')).toBe('Text must not contain NUL characters.')
    expect(await parseJsonBody('{"a": "x\\ud800"}')).toEqual({ value: { a: 'x\ufffd' } })
    expect((await parseJsonBody('{"a": "\\ud83d\\ude00"}')).value).toEqual({ a: '😀' })
  })

  it.each(['{', '{"a" 1}', 'nul', '{"a": 1,}', "{'a': 1}"])(
    'that is not JSON is refused: %s',
    async (text) => {
      expect(await issueOf(text)).toBe('The body is not valid JSON.')
    },
  )
})
