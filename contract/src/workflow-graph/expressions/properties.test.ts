import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultOf } from './fixtures/evaluate.ts'
import {
  compileParams,
  evaluateTemplate,
  functions,
  parseExpression,
  parseTemplate,
  referencesOf,
  renderParams,
} from './index.ts'

// Any source gives a value or an ExpressionFault, deterministically and without side effects.

const scope = {
  message: { subject: 'Été', size: 3, list: [1, 'a', null, { x: 2 }], from: { name: 'Ada', email: 'a@b.c' } },
  steps: { a: { data: { list: [3, 1, 2] } } },
  now: '2026-11-15T09:30:00Z',
}
const frozen = JSON.stringify(scope)

const outcome = (source: string) => {
  const template = parseTemplate(source)
  if (!template.ok) return { parse: template.fault }
  referencesOf(template.value)
  let value: unknown
  const fault = faultOf(() => {
    value = evaluateTemplate(template.value, scope)
  })
  return { fault, value }
}

const checkOutcome = (source: string) => {
  const first = outcome(source)
  expect(outcome(source)).toEqual(first)
  expect(JSON.stringify(scope)).toBe(frozen)
  if (first.value !== undefined) expect(() => JSON.stringify(first.value)).not.toThrow()
  const place = first.parse ?? first.fault
  if (place === undefined) return
  expect(place.at).toBeGreaterThanOrEqual(0)
  expect(place.at + place.length).toBeLessThanOrEqual(source.length)
}

const pieces = [
  '{{',
  '}}',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '.',
  '?',
  '?.',
  '??',
  '|',
  '=>',
  '==',
  '<',
  '+',
  '-',
  '*',
  '/',
  '%',
  'message',
  'steps',
  'now',
  'x',
  'and',
  'or',
  'not',
  'in',
  'null',
  'true',
  '1',
  '"a"',
  "'b'",
  '\\',
  '"',
  ' ',
  '\n',
  'é',
  '😀',
  'map',
  'upper',
  'default',
  'matches',
  '__proto__',
  'subject',
  'list',
]

const literal = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => `(${n})`),
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'true',
    'false',
    'null',
    '[]',
    '{}',
    '"2026-01-01"',
    '"Europe/Paris"',
    '"days"',
    '"a+"',
    '"fr"',
  ),
  fc.constantFrom(
    'message',
    'message.size',
    'message.subject',
    'message.list',
    'message.none',
    'message.none?',
    'steps.a.data.list',
    'now',
    'message.from',
  ),
)
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    literal,
    fc
      .tuple(
        tie('tree'),
        fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '>=', 'in', 'and', 'or', '??'),
        tie('tree'),
      )
      .map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.tuple(fc.constantFrom('a', '"b c"'), tie('tree')).map(([key, value]) => `{${key}: ${value}}`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a})[${b}]`),
    fc.tuple(tie('tree'), fc.constantFrom('?', '.x', '?.x', '.subject')).map(([a, key]) => `(${a})${key}`),
    fc
      .tuple(fc.constantFrom(...functions), fc.array(tie('tree'), { minLength: 4, maxLength: 4 }))
      .map(([fn, args]) => {
        const count = Math.max(fn.required, Math.min(fn.params.length, 4))
        const given = args
          .slice(0, count)
          .map((arg, i) => (fn.params[i]?.isLambda ? `x => (${arg} ?? x)` : arg))
        return `${fn.name}(${given.join(', ')})`
      }),
  ),
}))

describe('any text', () => {
  it('is parsed or rejected with a position in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => checkOutcome(`a {{ ${text} }}`)),
      { numRuns: 2_000 },
    )
    fc.assert(fc.property(fc.string(), checkOutcome), { numRuns: 1_000 })
  })
  it('made of language fragments is parsed or rejected', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        checkOutcome(`{{ ${parts.join(' ')} }}`)
        checkOutcome(parts.join(''))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('any expression', () => {
  it('gives the same value or fault each time', () => {
    fc.assert(
      fc.property(tree, (source) => {
        checkOutcome(`{{ ${source} }}`)
        checkOutcome(`x {{ ${source} }}`)
      }),
      { numRuns: 2_000 },
    )
  })
  it('has the same value if its pipe is written as a call', () => {
    fc.assert(
      fc.property(
        tree,
        fc.constantFrom('upper', 'count', 'typeOf', 'isEmpty', 'toText', 'first'),
        (source, name) => {
          const [pipe, call] = [outcome(`{{ ${source} | ${name} }}`), outcome(`{{ ${name}(${source}) }}`)]
          expect(pipe.value).toEqual(call.value)
          expect(pipe.fault?.code ?? pipe.parse?.code).toBe(call.fault?.code ?? call.parse?.code)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('any params', () => {
  it('are equal after rendering without templates', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (params) => {
        if (JSON.stringify(params).includes('{{')) return
        expect(renderParams(compileParams(params), {})).toBe(params)
      }),
    )
  })
  it('preserve literals written as expressions', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const expected = text.replaceAll(/[\b\f]/g, '')
        const source = JSON.stringify(expected)
        const parsed = parseExpression(source)
        expect(parsed.ok && renderParams(compileParams({ a: `{{ ${source} }}` }), {})).toEqual({
          a: expected,
        })
      }),
    )
  })
})
