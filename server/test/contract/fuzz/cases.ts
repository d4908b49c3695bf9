import fc from 'fast-check'
import { addressCases, isOpaque } from './address-cases.ts'
import { bodyCases } from './body-cases.ts'
import { type CallerKind, type Case, expectOf, formWith, jsonType, plainCase } from './case.ts'
import { headerCases } from './header-cases.ts'
import type { Operation, Parameter } from './operations.ts'
import type { Judge } from './schema.ts'
import { valuesOf } from './values.ts'
import { variantsOf } from './variants.ts'

/** The same for every run: each boundary of each rule, and each known attack. */
export const fixedCases = (operation: Operation, judge: Judge): Case[] => [
  plainCase(operation, judge),
  ...bodyCases(operation, judge),
  ...addressCases(operation, judge),
  ...headerCases(operation, judge),
]

const queryText = (values: Record<string, unknown>) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(String(v))}`).join('&')
}

function queries(parameters: Parameter[], judge: Judge) {
  const generated = parameters.filter((p) => p.in === 'query' && !isOpaque(p))
  const values = generated.map((p) => {
    const some = valuesOf(p.schema, judge)
    return [p.name, p.required ? some : fc.option(some, { nil: undefined })] as const
  })
  return fc.record(Object.fromEntries(values), { noNullPrototype: true }).map(queryText)
}

function keys(parameters: Parameter[]) {
  const takesKey = parameters.some((p) => p.in === 'header')
  return takesKey
    ? fc.option(fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcXYZ019 -_é') }), {
        nil: undefined,
      })
    : fc.constant(undefined)
}

// Leading and trailing blanks never arrive: HTTP trims header values.
const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined || key.trim() === '' ? {} : { 'idempotency-key': key }

/** Valid JSON, JSON with one part replaced, and arbitrary JSON. */
function bodies(operation: Operation, judge: Judge): fc.Arbitrary<unknown> {
  const { body } = operation
  if (!body) return fc.constant(undefined)
  const fitting = valuesOf(body, judge)
  const edges = fc.constantFrom(...variantsOf(body, judge).map(({ value }) => value))
  const merged = fc.tuple(fitting, edges).map(([a, b]) => (isObject(a) && isObject(b) ? { ...a, ...b } : b))
  const spoiled = fc
    .tuple(fitting, fc.nat(), fc.jsonValue({ maxDepth: 3 }))
    .map(([value, at, odd]) => exchange(value, at, odd))
  return fc.oneof(
    { arbitrary: fitting, weight: 5 },
    { arbitrary: merged, weight: 2 },
    { arbitrary: spoiled, weight: 3 },
    { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function exchange(value: unknown, at: number, odd: unknown): unknown {
  if (!isObject(value)) return odd
  const names = [...Object.keys(value), 'extra']
  return { ...value, [names[at % names.length] ?? 'extra']: odd }
}

// Values that are rejected regardless of the schema are covered by fixed cases.
const unsendable = (text: string) => text.includes('__proto__') || text.includes('\\u0000')

const callers: fc.Arbitrary<CallerKind> = fc.oneof(
  { arbitrary: fc.constant('admin' as const), weight: 12 },
  { arbitrary: fc.constant('key' as const), weight: 3 },
  { arbitrary: fc.constant('nobody' as const), weight: 1 },
)

/** Random requests from the description alone, which fast-check can shrink. */
export function randomCases(operation: Operation, judge: Judge): fc.Arbitrary<Case> {
  const { method, path, parameters } = operation
  const parts = fc.record({
    body: bodies(operation, judge),
    query: queries(parameters, judge),
    key: keys(parameters),
    caller: callers,
  })
  return parts.map(({ body, query, key, caller }): Case => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sound = caller === 'admin' && !(text && unsendable(text))
    const expect = text === undefined ? 'accepted' : expectOf(operation, judge, JSON.parse(text))
    const form = operation.filePart ? formWith(operation.filePart) : undefined
    return {
      why: 'at random',
      caller,
      method,
      path: query ? `${path}?${query}` : path,
      ...form,
      headers: { ...form?.headers, ...(text === undefined ? {} : jsonType), ...keyHeader(key) },
      ...(text === undefined ? {} : { body: text }),
      expect: sound ? expect : 'documented',
    }
  })
}
