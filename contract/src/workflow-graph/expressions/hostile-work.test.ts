import { describe, expect, it } from 'vitest'
import { attempt, maxMilliseconds, timed } from './fixtures/attempt.ts'
import { compileParams, parseExpression, parseTemplate, renderParams } from './index.ts'

const a = (count: number) => 'a'.repeat(count)
const marks = '\u0301\u0323'.repeat(60_000)
const words = Array.from({ length: 3_000 }, (_, i) => `w${i}`)
const wide = Object.fromEntries(words.map((word) => [word, 1]))
const big = {
  a: a(250_000),
  b: `${a(2_500)}b${a(2_500)}`,
  marks,
  sigma: "Σ'".repeat(60_000),
  words,
  wide,
  one: [1],
}
const nested = (depth: number) =>
  `${'map([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], x => '.repeat(depth)}1${')'.repeat(depth)}`

describe('a bomb', () => {
  it.each([
    'repeat("x", 1000000000)',
    'repeat("x", 9007199254740991)',
    'repeat(repeat(repeat("xxxxxxxxxx", 1000), 1000), 1000)',
    'padStart("x", 9007199254740991)',
    'padEnd("", 100000000, "ab")',
    'range(1, 9007199254740991)',
    'range(1, 5000) | map(x => range(1, 5000))',
    'join(map(range(1, 900), x => repeat("x", 9000)), repeat("y", 9000))',
    'replace(repeat("x", 200000), "x", repeat("y", 200000))',
    'replacePattern(message.a, "a", message.a)',
    'replacePattern(message.a, "", message.a)',
    'split(message.a, "a")',
    'split(message.a, "")',
    'extractAll(message.a, "a")',
    'map(range(1, 3000), x => message.a + x)',
    'map(range(1, 3000), x => upper(message.a))',
    'map(range(1, 3000), x => sort(message.words))',
    'map(range(1, 3000), x => count(message.wide))',
    'map(range(1, 3000), x => isEmpty(message.wide))',
    'map(range(1, 3000), x => toJson(message.wide))',
    'map(range(1, 3000), x => message.wide == merge(message.wide))',
    'map(range(1, 3000), x => message.a + "x" < message.a + "y")',
    'map(range(1, 3000), x => matches(message.a, "b" + x))',
    'map(range(1, 3000), x => formatDate("2026-01-01", "MMMM EEEE", "Etc/GMT+" + x % 12, "fr"))',
    'map(range(1, 3000), x => formatCurrency(x, "EUR", "de"))',
    'map(range(1, 3000), x => parseAddresses(message.a))',
    `map(range(1, 3000), x => [${'1,'.repeat(4_000)}])`,
    `map(range(1, 3000), x => firstOf(${'null,'.repeat(1_900)}1))`,
    'unique(map(range(1, 3000), x => [x]))',
    'groupBy(range(1, 3000), x => [x])',
    nested(4),
    nested(8),
    nested(30),
  ])('exceeds the budget: %s', (source) => {
    expect(attempt(`{{ ${source} }}`, { message: big }).code).toBe('expression.budget')
  })

  it.each(['removeAccents(message.marks)', 'slug(message.marks)', 'sameText(message.marks, message.a)'])(
    'of combining marks is harmless: %s',
    (source) => expect(attempt(`{{ ${source} }}`, { message: big }).code).toBeUndefined(),
  )
  it.each([
    'contains(message.a, message.b)',
    'message.b in message.a',
    'before(message.a, message.b)',
    'split(message.a, message.b)',
    'replace(message.a, message.b, "")',
    'lower(message.sigma)',
  ])('of repetitive search terms is harmless: %s', (source) =>
    expect(attempt(`{{ ${source} }}`, { message: big }).code).toBeUndefined(),
  )
  it.each([
    '{{ message.a + message.a }}',
    '{{ message.a }}{{ message.a }}',
    '{{ [message.a, message.a] }}',
    '{{ {x: message.a, y: message.a} }}',
  ])('exceeds the output limit: %s', (source) =>
    expect(attempt(source, { message: big }).code).toBe('expression.too_large'),
  )
  it('of nested values is stopped', () => {
    let deep: unknown = 1
    for (let i = 0; i < 20_000; i++) deep = { deep }
    for (const source of ['trigger', 'toText(trigger)', 'trigger == merge(trigger)', '"x" in [trigger]'])
      expect([undefined, 'expression.too_deep']).toContain(attempt(`{{ ${source} }}`, { trigger: deep }).code)
  })
})

describe('a catastrophic pattern', () => {
  const text = `${a(50_000)}!`
  it.each([
    '(a+)+$',
    '(a*)*$',
    '(a|a)*$',
    '(a|aa)+$',
    '(.*a){20}$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a?){50}a{50}$',
    '((((a*)*)*)*)*$',
    '(x+x+)+y',
    '.*.*.*.*.*=.*',
    '[\\w\\s\\p{L}]*[\\w\\s]*$',
    '(?:a{0,30}){0,30}$',
    '(a{1,1000})b',
  ])('matches in linear time: %s', (pattern) => {
    for (const name of ['matches', 'extract', 'extractAll'])
      for (const flags of ['', 'i'])
        expect([undefined, 'expression.budget', 'expression.missing']).toContain(
          attempt(`{{ ${name}(trigger.t, trigger.p${name === 'matches' ? '' : ', 0'}, trigger.f) }}`, {
            trigger: { t: text, p: pattern, f: flags },
          }).code,
        )
  })
  it('of many character classes is charged', () => {
    const pattern = `(?i)(?:[${'\\p{Lu}\\p{N}'.repeat(70)}]|x)+$`
    expect(
      attempt('{{ matches(trigger.t, trigger.p) }}', { trigger: { t: 'é'.repeat(50_000), p: pattern } }).code,
    ).toBe('expression.budget')
  })
})

describe('an oversized source', () => {
  const nestedIn = (open: string, close: string, depth: number) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`
  it.each<[string, string]>([
    ['brackets', nestedIn('(', ')', 4_000)],
    ['lists', nestedIn('[', ']', 4_000)],
    ['records', nestedIn('{a:', '}', 2_000)],
    ['calls', nestedIn('upper(', ')', 1_000)],
    ['minus signs', `${'-'.repeat(9_000)}1`],
    ['nots', `${'not '.repeat(2_400)}true`],
    ['choices', `${'true ? '.repeat(700)}1${' : 1'.repeat(700)}`],
    ['other choices', `${'true ? 1 : '.repeat(900)}1`],
    ['sums', `1${'+1'.repeat(4_900)}`],
    ['pipes', `"x"${'|upper'.repeat(1_400)}`],
    ['indexes', `[]${'[[]'.repeat(3_000)}`],
    ['question marks', `message${'?['.repeat(4_000)}`],
    ['lambdas', `${'map([], x => '.repeat(700)}1${')'.repeat(700)}`],
  ])('is rejected for its depth or syntax: %s', (_, source) => {
    const { result, milliseconds } = timed(() => parseExpression(source))
    expect(result).toMatchObject({ ok: false, fault: { code: expect.stringMatching(/too_deep|syntax/) } })
    expect(milliseconds).toBeLessThan(maxMilliseconds)
  })

  it.each<[string, string]>([
    ['10 MB of braces', '{{'.repeat(5_000_000)],
    ['10 MB in one expression', `{{ "${a(10_000_000)}" }}`],
    ['10 MB after a template', `{{ 1 }}${a(10_000_000)}`],
    ['an expression of 50,000 characters', `{{ "${a(50_000)}" }}`],
    ['50,000 spaces', `{{ ${' '.repeat(50_000)} 1 }}`],
  ])('is rejected for its length: %s', (_, source) => {
    const { result, milliseconds } = timed(() => parseTemplate(source))
    expect(result).toMatchObject({ ok: false, fault: { code: 'expression.too_long' } })
    expect(milliseconds).toBeLessThan(maxMilliseconds)
  })

  it('of many small templates is parsed quickly', () => {
    const { result, milliseconds } = timed(() => parseTemplate('{{ 1 }} '.repeat(12_000)))
    expect(result.ok).toBe(true)
    expect(milliseconds).toBeLessThan(maxMilliseconds * 4)
  })

  it('of plain text is accepted at any length', () => {
    const params = { text: a(10_000_000) }
    const { result, milliseconds } = timed(() => renderParams(compileParams(params), {}))
    expect(result).toBe(params)
    expect(milliseconds).toBeLessThan(maxMilliseconds)
  })
})
