import { describe, expect, it } from 'vitest'
import { codeOf, evaluate, faultOf } from './fixtures/evaluate.ts'
import { parseExpression } from './index.ts'

const scope = {
  message: { subject: 'Invoice 815', size: 12, labels: ['a', 'b'], read: true, empty: null, in: 1 },
  steps: { extract: { data: { amount: 100 } }, 'my-node': { data: { x: 7 } } },
  trigger: { body: {} },
}
const value = (source: string) => evaluate(source, scope)

describe('paths', () => {
  it.each<[string, unknown]>([
    ['message.subject', 'Invoice 815'],
    ['steps.extract.data.amount', 100],
    ['steps["my-node"].data.x', 7],
    ["steps['my-node']['data'].x", 7],
    ['message.labels[0]', 'a'],
    ['message.labels[-1]', 'b'],
    ['message.labels[1 - 1]', 'a'],
    ['message["sub" + "ject"]', 'Invoice 815'],
    ['message.empty', null],
    ['message.in', 1],
    ['[{a: [1, 2]}][0].a[1]', 2],
  ])('%s gives %j', (source, expected) => expect(value(source)).toEqual(expected))

  it.each<[string]>([
    ['trigger.body.id?'],
    ['trigger.body?.id'],
    ['trigger.nobody?.id.deeper[0]'],
    ['loop?'],
    ['loop?.item'],
    ['message.labels[9]?'],
    ['message.labels?[9]'],
    ['message.labels?.[9]'],
    ['message.empty?.x'],
    ['message.subject?.length'],
  ])('%s is null if something is missing', (source) => expect(value(source)).toBeNull())

  it.each<[string, string]>([
    ['steps.extract.data.total', 'steps.extract.data.total'],
    ['steps["no-node"].data', 'steps["no-node"]'],
    ['message.labels[5]', 'message.labels[5]'],
    ['loop.item', 'loop'],
    ['message.empty.x', 'message.empty.x'],
    ['message.subject.length', 'message.subject.length'],
    ['message.labels.length', 'message.labels.length'],
    ['trigger.nobody.id?', 'trigger.nobody'],
  ])('%s reports the missing value at %s', (source, path) => {
    const fault = faultOf(() => value(source))
    expect(fault?.code).toBe('expression.missing')
    expect(fault?.message.en).toBe(`${path} has no value. Add \`?\` or default(...) if it may be missing.`)
  })

  it('points at the missing key', () => {
    expect(faultOf(() => value('1 + steps.extract.data.total'))).toMatchObject({ at: 23, length: 5 })
  })
})

describe('operators', () => {
  it.each<[string, unknown]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 % 4 - -2', 5],
    ['10 / 4', 2.5],
    ['"a" + 1 + true', 'a1true'],
    ['1 == "1"', false],
    ['[1, {a: null}] == [1, {a: null}]', true],
    ['{a: 1, b: 2} == {b: 2, a: 1}', true],
    ['null != 0', true],
    ['"b" > "a" and 2 >= 2', true],
    ['not 1 == 2', true],
    ['!true || true && false', false],
    ['true or message.nothing', true],
    ['false and message.nothing', false],
    ['trigger.body.flag? and true', false],
    ['message.size > 10 ? "big" : "small"', 'big'],
    ['false ? 1 : true ? 2 : 3', 2],
    ['trigger.body.flag? ? 1 : 2', 2],
    ['true ? [1] : [2]', [1]],
    ['true ? -1 : 1', -1],
    ['trigger.body.amount ?? 5 > 3', true],
    ['message.empty ?? trigger.body.x ?? "z"', 'z'],
    ['2 in [1, 2]', true],
    ['"oic" in message.subject', true],
    ['"size" in message', true],
    ['"toString" in message', false],
    ['"a" | upper', 'A'],
    ['1.25 + 1 | round(1)', 2.3],
    ['message.subject | lower | contains("INVOICE") ? 1 : 2', 1],
    ['message.size | toText == "12"', true],
    ['[1, 2,]', [1, 2]],
    ['{"a b": 1, in: 2,}', { 'a b': 1, in: 2 }],
    [String.raw`"\d\n\"A\\"`, '\\d\n"A\\'],
  ])('%s gives %j', (source, expected) => expect(value(source)).toEqual(expected))

  it.each<[string, string]>([
    ['1 - "1"', 'expression.type'],
    ['null + 1', 'expression.type'],
    ['[] + []', 'expression.type'],
    ['1 < "2"', 'expression.type'],
    ['1 and true', 'expression.type'],
    ['"x" ? 1 : 2', 'expression.type'],
    ['1 in 2', 'expression.type'],
    ['1 / 0', 'expression.math'],
    ['1 % 0', 'expression.math'],
    ['1e308 * 10', 'expression.math'],
    ['1e999', 'expression.math'],
  ])('%s fails with %s', (source, code) => expect(codeOf(source, scope)).toBe(code))
})

describe('lambdas', () => {
  it.each<[string, unknown]>([
    [
      'map([1, 2], x => map([10, 20], y => x + y))',
      [
        [11, 21],
        [12, 22],
      ],
    ],
    ['map([1, 2], (x, i) => map([5], (y, j) => [x, i, y, j]))', [[[1, 0, 5, 0]], [[2, 1, 5, 0]]]],
    ['map([{a: 1}, {}], x => x.a | default(0))', [1, 0]],
    ['[3, 1] | sortBy(x => x) | map((x) => x * 2)', [2, 6]],
    ['map([message], message => message.size)', [12]],
    ['toRecord([1], x => "k" + x, y => y)', { k1: 1 }],
  ])('%s gives %j', (source, expected) => expect(value(source)).toEqual(expected))

  it('have parameters that are local to them', () => {
    expect(codeOf('map([1], x => x) + x')).toBe('expression.unknown_root')
  })
})

describe('missing values', () => {
  it('do not evaluate an unused fallback', () => {
    expect(value('default(message.size, message.nothing)')).toBe(12)
    expect(codeOf('default(message.nothing, message.nothing)', scope)).toBe('expression.missing')
  })
  it('may be part of the argument of default', () => {
    expect(value('(message.size + message.nothing) | default(0)')).toBe(0)
    expect(value('first(filter(message.labels, x => x == "z"))?.name')).toBeNull()
  })
  it('do not hide other faults', () => {
    expect(codeOf('(1 - "x") | default(0)')).toBe('expression.type')
    expect(codeOf('repeat("x", 1e9) ?? 1')).toBe('expression.budget')
  })
})

describe('syntax faults', () => {
  it.each<[string, string, number]>([
    ['', 'expression.syntax', 0],
    ['1 +', 'expression.syntax', 3],
    ['1 2', 'expression.syntax', 2],
    ['message.', 'expression.syntax', 8],
    ['message = 1', 'expression.syntax', 8],
    ['(1', 'expression.syntax', 2],
    ['#', 'expression.syntax', 0],
    ['x => x', 'expression.unknown_root', 0],
    ['"open', 'expression.unclosed', 0],
    ['person.name', 'expression.unknown_root', 0],
    ['upper', 'expression.unknown_function', 0],
    ['shout("x")', 'expression.unknown_function', 0],
    ['"x" | shout', 'expression.unknown_function', 6],
    ['upper()', 'expression.arguments', 0],
    ['upper("a", "b")', 'expression.arguments', 0],
    ['map([1], 2)', 'expression.arguments', 9],
    ['upper(x => 1)', 'expression.arguments', 6],
    ['matches("a", "(a")', 'expression.pattern', 13],
    ['formatDate(now, "yyyy", "Mars/Base")', 'expression.argument', 24],
    ['upper(null)', 'expression.type', 6],
  ])('%s: %s at %i', (source, code, at) => {
    const parsed = parseExpression(source)
    expect(parsed).toMatchObject({ ok: false, fault: { code, at } })
    const fault = parsed.ok ? undefined : parsed.fault
    expect(fault?.message.en).toMatch(/\.$/)
    expect(fault?.message.fr).toMatch(/\.$/)
  })

  it('explain names with a hyphen', () => {
    expect(faultOf(() => value('steps.my-node.data'))?.message.en).toContain('steps["my-node"]')
  })
})

describe('a scope', () => {
  it('loads a lazy root once, and only if it is used', () => {
    let loads = 0
    const lazy = { message: () => ({ size: ++loads }), thread: () => expect.unreachable() }
    expect(evaluate('message.size + message.size', lazy)).toBe(2)
    expect(evaluate('message.size', lazy)).toBe(1)
    expect(loads).toBe(1)
  })
  it('provides the time, so that evaluation is deterministic', () => {
    expect(evaluate('addTime(now, 1, "day")', { now: '2026-11-15T09:30:00Z' })).toBe(
      '2026-11-16T09:30:00.000Z',
    )
  })
})

describe('the limits', () => {
  it('can be set', () => {
    expect(codeOf('1 + 1 + 1', {}, { steps: 1 })).toBe('expression.budget')
    expect(codeOf('"abcd"', {}, { output: 3 })).toBe('expression.too_large')
    expect(codeOf('[1, 2, 3]', {}, { output: 9 })).toBe('expression.too_large')
  })
  it('allow a long mail', () => {
    const text = 'Please pay the invoice. '.repeat(4_000)
    expect(evaluate('lower(message.text) | replace("invoice", "bill") | count', { message: { text } })).toBe(
      84_000,
    )
  })
})
