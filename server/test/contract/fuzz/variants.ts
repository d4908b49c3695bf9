import { type Judge, type Schema, typesOf } from './schema.ts'
import { sampleOf } from './values.ts'

/** A value at the boundary of a rule or beyond it; the validator decides which. */
export type Variant = { why: string; value: unknown }

const at = (where: string, { why, value }: Variant): Variant => ({ why: `${where}: ${why}`, value })

const repeated = (unit: string, length: number) => unit.repeat(Math.max(0, length))

function textEdges({ minLength, maxLength, format, pattern, enum: choices }: Schema): Variant[] {
  if (choices)
    return [...choices.map((value) => ({ why: `choice ${value}`, value })), ...wrongChoices(choices)]
  // Repeated letters cannot test a length where the format is wrong anyway.
  const shaped = format !== undefined || pattern !== undefined
  const lengths = [minLength, maxLength].flatMap((n) => (n === undefined ? [] : [n - 1, n, n + 1]))
  return [
    { why: 'empty text', value: '' },
    ...lengths.filter((n) => n >= 0).map((n) => ({ why: `${n} letters`, value: repeated('x', n) })),
    ...(maxLength === undefined
      ? []
      : [
          { why: `${maxLength} astral characters`, value: repeated('😀', maxLength) },
          { why: `${maxLength + 1} astral characters`, value: repeated('😀', maxLength + 1) },
        ]),
    ...(shaped ? wrongForms.map((value) => ({ why: `form ${JSON.stringify(value)}`, value })) : []),
    ...awkwardTexts.map((value) => ({ why: `text ${JSON.stringify(value)}`, value })),
  ]
}

const awkwardTexts = [
  "'; drop table members; --",
  '\u202e\ufeff\u0007\u001b[31m',
  '%s%n#{7*7}{{7*7}}',
  'é\u0301\u200d👩‍👩‍👧',
]
const wrongForms = [
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  'not-a-uuid',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01',
  'infinity',
  'now',
  'a@',
  '@b.c',
  'a b@c.d',
  'a@b@c',
  'javascript:alert(1)',
  'http://',
  '//x',
]
const wrongChoices = (choices: unknown[]): Variant[] => [
  { why: 'no such choice', value: 'no-such-choice' },
  { why: 'choice in capitals', value: String(choices[0]).toUpperCase() },
  { why: 'choice with a space', value: `${choices[0]} ` },
]

function numberEdges({ minimum, maximum, enum: choices, type }: Schema): Variant[] {
  const edges = [minimum, maximum].flatMap((n) => (n === undefined ? [] : [n - 1, n, n + 1]))
  const odd = [0, -1, 1.5, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 1e300, 2 ** 31, 2 ** 63]
  const values = [...edges, ...odd, ...((choices ?? []) as number[])]
  return values.map((value) => ({ why: `${JSON.stringify(type)} ${value}`, value }))
}

function listEdges(schema: Schema, judge: Judge): Variant[] {
  const { items = {}, minItems, maxItems } = schema
  const one = sampleOf(items, judge, 7)
  const sizes = [0, minItems, maxItems].flatMap((n) => (n === undefined ? [] : [n - 1, n, n + 1]))
  return [
    ...[...new Set(sizes)]
      .filter((n) => n >= 0)
      .map((n) => ({ why: `${n} items`, value: Array.from({ length: n }, () => one) })),
    ...variantsOf(items, judge).map((variant) => at('item', { ...variant, value: [variant.value] })),
  ]
}

function objectEdges(schema: Schema, judge: Judge): Variant[] {
  const { properties = {}, required = [] } = schema
  // Not null, where the schema allows that too.
  const base = sampleOf({ ...schema, type: 'object' }, judge, 11) as Record<string, unknown>
  const without = (name: string) => Object.fromEntries(Object.entries(base).filter(([k]) => k !== name))
  return [
    { why: 'only what is required', value: Object.fromEntries(required.map((k) => [k, base[k]])) },
    ...required.map((name) => ({ why: `${name} missing`, value: without(name) })),
    ...['extra', 'constructor', 'prototype', 'toString', '', 'id'].map((name) => ({
      why: `extra property ${JSON.stringify(name)}`,
      value: { ...base, [name]: 1 },
    })),
    ...Object.entries(properties).flatMap(([name, one]) =>
      variantsOf(one, judge).map((v) => at(name, { ...v, value: { ...base, [name]: v.value } })),
    ),
  ]
}

const wrongTypes: Variant[] = [null, true, 0, 'text', [], {}, [[]], { a: 1 }].map((value) => ({
  why: `as ${JSON.stringify(value)}`,
  value,
}))

const byType: Record<string, (schema: Schema, judge: Judge) => Variant[]> = {
  string: textEdges,
  integer: numberEdges,
  number: numberEdges,
  array: listEdges,
  object: objectEdges,
}

/** The boundaries of a schema, one rule at a time: each bound and its neighbours, each choice, each wrong type. */
export function variantsOf(given: Schema, judge: Judge): Variant[] {
  const schema = judge.resolve(given)
  if (schema.anyOf) return schema.anyOf.flatMap((one) => variantsOf(one, judge))
  return [...typesOf(schema).flatMap((type) => byType[type]?.(schema, judge) ?? []), ...wrongTypes]
}
