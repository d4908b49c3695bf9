import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startRun } from '../budget.ts'
import { codeOf } from '../fixtures/evaluate.ts'
import { allMatches, compiledPattern, isMatch, matchFrom } from './pattern.ts'

const run = () => startRun({}, 1_000_000)
const first = (text: string, source: string, flags = '') => {
  const match = matchFrom(run(), compiledPattern(run(), source, flags), text, 0)
  return match === undefined ? null : [text.slice(match.from, match.to), ...match.groups]
}
const native = (text: string, source: string, flags = '') => {
  const match = new RegExp(source, `u${flags}`).exec(text)
  return match === null ? null : [...match]
}

describe('a pattern', () => {
  it.each<[source: string, text: string, flags?: string]>([
    ['', 'abc'],
    ['b', 'abc'],
    ['a|ab|abc', 'abc'],
    ['(a|ab)(c|bcd)(d*)', 'abcd'],
    ['a*?b', 'aaab'],
    ['(a+?)(a*)', 'aaaa'],
    ['(a*)(a+)', 'aaaa'],
    ['^a.c$', 'abc'],
    ['^b', 'ab'],
    ['a$', 'ab'],
    ['^b$', 'a\nb\nc', 'm'],
    ['a.b', 'a\nb'],
    ['a.b', 'a\nb', 's'],
    ['\\d{2,3}', '12345'],
    ['\\d{2}', '1 23'],
    ['x{0}y', 'y'],
    ['x{2,}', 'xxxx'],
    ['x{1,2}?', 'xxx'],
    ['[a-c]+', 'xxabcd'],
    ['[^a-c]+', 'abcxyz'],
    ['[\\]\\-a]+', '-]a'],
    ['[a-]+', 'b-a'],
    ['[\\w.]+@[\\w.]+', 'to ada@example.org now'],
    ['\\bcat\\b', 'a cat!'],
    ['\\Bat', 'at cat'],
    ['(?:ab)+', 'ababa'],
    ['(ab|c)+', 'abcab'],
    ['(?<year>\\d+)-(?<month>\\d+)', '2026-11'],
    ['(a)|(b)', 'b'],
    ['(a*)*', 'b'],
    ['(a|b)*?c', 'abac'],
    ['\\p{Lu}\\p{Ll}+', 'xx Élan'],
    ['\\P{L}', 'a1'],
    ['.', '😀'],
    ['[😀-😂]', '😁'],
    ['\\u0041\\x42', 'AB'],
    ['É', 'é', 'i'],
    ['[à-ý]', 'É', 'i'],
    ['[^é]', 'É', 'i'],
    ['\\s+\\S', 'a \t\u00a0b'],
    ['\\$\\.\\*', 'a$.*'],
  ])('%s on %j %s matches like the native engine', (source, text, flags) => {
    expect(first(text, source, flags)).toEqual(native(text, source, flags))
  })

  it('accepts leading flags', () => {
    expect(first('xABC', '(?i)b')).toEqual(['B'])
  })
  it('treats accented letters as letters', () => {
    expect(first('été!', '\\w+\\b')).toEqual(['été'])
  })

  it.each([
    '(',
    ')',
    '(a',
    'a)',
    '[a',
    '*a',
    'a**',
    '?',
    '[b-a]',
    'a{2,1}',
    'a{1001}',
    '\\',
    '(?=a)',
    '(?!a)',
    '(?<=a)',
    '(?<!a)',
    '(a)\\1',
    '\\k<a>',
    '\\q',
    '\\p{Greek}',
    '(?<1>a)',
    '(?>a)',
    '('.repeat(60) + ')'.repeat(60),
    '(a)'.repeat(21),
    'a'.repeat(1_001),
    '((a{50}){50}){50}',
    '(((){1000}){1000}){1000}',
    '(?:(?:(?:){1000}){1000}){1000}',
  ])('rejects %s', (source) => {
    expect(codeOf('matches("a", trigger.p)', { trigger: { p: source } })).toBe('expression.pattern')
  })
})

// Compares with the native engine on the common subset. \w and \b are left out: ours include letters beyond ASCII.
const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\s', '\\.', '^', '$', '')
const { tree: source } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => a + b),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(?:${a}|${b})`),
    tie('tree').map((a) => `(${a})`),
    fc
      .tuple(
        fc.constantFrom('a', 'b', '[ab]', '(?:ab|c)', '.'),
        fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?'),
      )
      .map(([a, count]) => a + count),
  ),
}))
const subject = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '.'), maxLength: 12 })

describe('any pattern of the common subset', () => {
  it('matches like the native engine, including groups', () => {
    fc.assert(
      fc.property(source, subject, fc.constantFrom('', 'i', 'm', 's'), (pattern, text, flags) => {
        expect(first(text, pattern, flags)).toEqual(native(text, pattern, flags))
        expect(isMatch(run(), compiledPattern(run(), pattern, flags), text)).toBe(
          native(text, pattern, flags) !== null,
        )
      }),
      { numRuns: 1_000 },
    )
  })
  it('finds the same successive matches', () => {
    fc.assert(
      fc.property(source, subject, (pattern, text) => {
        const ours = allMatches(run(), compiledPattern(run(), pattern), text).map(({ from, to }) => [
          from,
          to,
        ])
        const theirs = [...text.matchAll(new RegExp(pattern, 'gu'))].map((m) => [
          m.index,
          m.index + m[0].length,
        ])
        expect(ours).toEqual(theirs)
      }),
      { numRuns: 1_000 },
    )
  })
  it('is parsed or rejected', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab(|)[]^$*+?{}1,\\dwpL:<>=!-.é😀') }),
        fc.string(),
        (p, text) => {
          expect(['expression.pattern', undefined]).toContain(
            codeOf('matches(trigger.t, trigger.p)', { trigger: { p, t: text } }),
          )
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
