import { describe, expect, it } from 'vitest'
import { faultOf, filled } from './fixtures/evaluate.ts'
import { compileParams, parseExpression, parseTemplate, renderParams } from './index.ts'

// Every attempt ends as a fault or as a harmless value, in less than a quarter of a second of this thread's own time
// (the time on the wall says nothing on a busy machine).
const mostMilliseconds = 250

function timed<T>(act: () => T): { result: T; milliseconds: number } {
  const before = process.threadCpuUsage()
  const result = act()
  const { user, system } = process.threadCpuUsage(before)
  return { result, milliseconds: (user + system) / 1000 }
}

function attempt(source: string, scope: Record<string, unknown> = {}) {
  const { result, milliseconds } = timed(() => {
    let value: unknown
    const fault = faultOf(() => {
      value = filled(source, scope)
    })
    return { value, code: fault?.code }
  })
  expect(milliseconds).toBeLessThan(mostMilliseconds)
  return result
}

class Person {
  secret = 'own'
  get computed(): never {
    throw new Error('a getter ran')
  }
  method() {
    return 'ran'
  }
}
const rich = {
  message: {
    text: 'x',
    list: [1],
    person: new Person(),
    fn: () => 'ran',
    date: new Date(0),
    evil: JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  },
}
const keys = ['__proto__', 'constructor', 'prototype']

describe('the prototype', () => {
  const spellings = keys.flatMap((key) => [
    `{{ message.${key} }}`,
    `{{ message?.${key}? }}`,
    `{{ message["${key}"] }}`,
    `{{ message['${key.slice(0, 3)}' + '${key.slice(3)}'] }}`,
    `{{ message[join(["${key.slice(0, 2)}", "${key.slice(2)}"], "")] }}`,
    `{{ message["${[...key].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')}"] }}`,
    `{{ "text".${key} }}`,
    `{{ (1).${key} }}`,
    `{{ [].${key} }}`,
    `{{ {}.${key} }}`,
    `{{ message.evil.${key} }}`,
    `{{ get(message, "${key}") }}`,
    `{{ get(message.evil, "${key}.polluted") }}`,
    `{{ {${key}: 1} }}`,
    `{{ {"${key}": 1} }}`,
    `{{ toRecord([1], x => "${key}", x => {polluted: true}) }}`,
    `{{ choose("${key}", message.evil) }}`,
    `{{ map([message.evil], x => x["${key}"]) }}`,
  ])
  it.each(spellings)('is out of reach for %s', (source) => {
    const { value, code } = attempt(source, rich)
    expect(value).toBeUndefined()
    expect(code).toBe('expression.forbidden')
  })

  it.each(keys)('does not travel in results: %s', (key) => {
    for (const source of [
      'merge(message.evil, {a: 1})',
      'omit(message.evil, [])',
      `pick(message.evil, ["${key}"])`,
    ]) {
      const { value } = attempt(`{{ ${source} }}`, rich)
      expect(Object.keys(Object(value))).not.toContain(key)
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
    expect(attempt('{{ keys(message.evil) }}', rich).value).toEqual([])
    expect(attempt(`{{ "${key}" in message.evil or hasField(message.evil, "${key}") }}`, rich).value).toBe(
      false,
    )
  })

  it.each([
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    '__lookupGetter__',
    'length',
    'push',
    'at',
  ])('has no %s to give', (key) => {
    for (const base of ['message', '"text"', '[1]', '(1)', 'true'])
      expect(attempt(`{{ ${base}.${key} }}`, rich).code).toBe('expression.missing')
  })

  it('stays as it was', () => {
    for (const source of spellings) attempt(source, rich)
    expect(Reflect.ownKeys(Object.prototype)).not.toContain('polluted')
    expect(Object(1).polluted).toBeUndefined()
  })
})

describe('foreign values in a scope', () => {
  it.each([
    'message.person.computed',
    'message.person.method',
    'message.fn',
    'message.person.method?.name?.x',
  ])('are missing: %s', (source) => {
    const { value, code } = attempt(`{{ ${source} }}`, rich)
    expect([value ?? null, code ?? 'expression.missing']).toEqual([null, 'expression.missing'])
  })
  it.each([
    'message + ""',
    '"" + message.date',
    'toText(message)',
    '{toString: 1} + "x"',
    'extract("a", "a", {toString: 1})',
  ])('run nothing when they become a text: %s', (source) => {
    expect(String(attempt(`{{ ${source} }}`, rich).value)).not.toContain('ran')
  })
})

describe('code in disguise', () => {
  it.each([
    'process.env',
    'globalThis',
    'this.constructor',
    'eval("1")',
    'Function("return 1")()',
    'import("fs")',
    'require("fs")',
    'message.list.map(x => x)',
    'message.text.replace("x", "y")',
    '(() => 1)()',
    'function () { return 1 }',
    'new Date()',
    '`x`',
    'a = 1',
    'message.text = "x"',
    'delete message.text',
    '1; 2',
    '1, 2',
    '{get a() { return 1 }}',
    '{...message}',
    '[...message.list]',
    'x => x',
    'map(message.list, upper)',
    'map(message.list, x => y => x)',
    '/x/.test("x")',
    'message.text++',
    'ｍessage.text',
    'message\u200b.text',
    'message.\u202etext',
    'm\u0435ssage.text',
    '\u0000',
    '\ud800',
    'upper.call(1)',
    'upper("x").constructor',
    '"\\',
    "'",
    '}} {{',
  ])('is refused when it is read: %s', (source) => {
    expect(attempt(`{{ ${source} }}`, rich).code).toMatch(/syntax|unknown|unclosed|forbidden|arguments/)
  })
})

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
    ...[nested(4), nested(8), nested(30)],
  ])('stops for lack of budget: %s', (source) => {
    expect(attempt(`{{ ${source} }}`, { message: big }).code).toBe('expression.budget')
  })

  it.each(['removeAccents(message.marks)', 'slug(message.marks)', 'sameText(message.marks, message.a)'])(
    'of loose accents is defused: %s',
    (source) => expect(attempt(`{{ ${source} }}`, { message: big }).code).toBeUndefined(),
  )
  it.each([
    'contains(message.a, message.b)',
    'message.b in message.a',
    'before(message.a, message.b)',
    'split(message.a, message.b)',
    'replace(message.a, message.b, "")',
    'lower(message.sigma)',
  ])('of repeats in a search is defused: %s', (source) =>
    expect(attempt(`{{ ${source} }}`, { message: big }).code).toBeUndefined(),
  )
  it.each([
    '{{ message.a + message.a }}',
    '{{ message.a }}{{ message.a }}',
    '{{ [message.a, message.a] }}',
    '{{ {x: message.a, y: message.a} }}',
  ])('stops at the size of the output: %s', (source) =>
    expect(attempt(source, { message: big }).code).toBe('expression.too_large'),
  )
  it('of depth in a value is stopped', () => {
    let deep: unknown = 1
    for (let i = 0; i < 20_000; i++) deep = { deep }
    for (const source of ['trigger', 'toText(trigger)', 'trigger == merge(trigger)', '"x" in [trigger]'])
      expect([undefined, 'expression.too_deep']).toContain(attempt(`{{ ${source} }}`, { trigger: deep }).code)
  })
})

describe('a catastrophic pattern', () => {
  const text = `${a(50_000)}!`
  it.each([
    ...[
      '(a+)+$',
      '(a*)*$',
      '(a|a)*$',
      '(a|aa)+$',
      '(.*a){20}$',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(a?){50}a{50}$',
    ],
    ...[
      '((((a*)*)*)*)*$',
      '(x+x+)+y',
      '.*.*.*.*.*=.*',
      '[\\w\\s\\p{L}]*[\\w\\s]*$',
      '(?:a{0,30}){0,30}$',
      '(a{1,1000})b',
    ],
  ])('is walked in linear time: %s', (pattern) => {
    for (const name of ['matches', 'extract', 'extractAll'])
      for (const flags of ['', 'i'])
        expect([undefined, 'expression.budget', 'expression.missing']).toContain(
          attempt(`{{ ${name}(trigger.t, trigger.p${name === 'matches' ? '' : ', 0'}, trigger.f) }}`, {
            trigger: { t: text, p: pattern, f: flags },
          }).code,
        )
  })
  it('of many kinds of letters is paid for', () => {
    const pattern = `(?i)(?:[${'\\p{Lu}\\p{N}'.repeat(70)}]|x)+$`
    expect(
      attempt('{{ matches(trigger.t, trigger.p) }}', { trigger: { t: 'é'.repeat(50_000), p: pattern } }).code,
    ).toBe('expression.budget')
  })
})

describe('a monstrous source', () => {
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
  ])('is refused for its depth or its form: %s', (_, source) => {
    const { result, milliseconds } = timed(() => parseExpression(source))
    expect(result).toMatchObject({ ok: false, fault: { code: expect.stringMatching(/too_deep|syntax/) } })
    expect(milliseconds).toBeLessThan(mostMilliseconds)
  })

  it.each<[string, string]>([
    ['10 MB of braces', '{{'.repeat(5_000_000)],
    ['10 MB in one expression', `{{ "${a(10_000_000)}" }}`],
    ['10 MB after a template', `{{ 1 }}${a(10_000_000)}`],
    ['an expression of 50,000 characters', `{{ "${a(50_000)}" }}`],
    ['50,000 spaces', `{{ ${' '.repeat(50_000)} 1 }}`],
  ])('is refused for its length: %s', (_, source) => {
    const { result, milliseconds } = timed(() => parseTemplate(source))
    expect(result).toMatchObject({ ok: false, fault: { code: 'expression.too_long' } })
    expect(milliseconds).toBeLessThan(mostMilliseconds)
  })

  it('of many small templates is read in good time', () => {
    const { result, milliseconds } = timed(() => parseTemplate('{{ 1 }} '.repeat(12_000)))
    expect(result.ok).toBe(true)
    expect(milliseconds).toBeLessThan(mostMilliseconds * 4)
  })

  it('of plain text passes untouched, however long', () => {
    const params = { text: a(10_000_000) }
    const { result, milliseconds } = timed(() => renderParams(compileParams(params), {}))
    expect(result).toBe(params)
    expect(milliseconds).toBeLessThan(mostMilliseconds)
  })
})
