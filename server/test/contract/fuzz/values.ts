import fc from 'fast-check'
import { type Judge, type Schema, typesOf } from './schema.ts'

type Values = fc.Arbitrary<unknown>

/** Text that PostgreSQL can store; NUL has separate cases. */
const anyText = (bounds: { minLength: number; maxLength: number }) =>
  fc.oneof(
    fc.string({ ...bounds, unit: 'grapheme-ascii' }),
    fc.string({ ...bounds, unit: 'binary' }).map((text) => text.replaceAll('\0', '0')),
  )

const moments = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString())

const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  'date-time': moments,
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  'time-zone': fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York'),
}

function strings(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + 40 } = schema
  const known = schema.format === undefined ? undefined : formats[schema.format]
  if (known) return known.filter((text) => [...text].length <= (schema.maxLength ?? 1000))
  if (schema.pattern) {
    const { pattern, minLength = 0, maxLength = 1_000 } = schema
    const fits = (text: string) => new RegExp(pattern).test(text) && text.length >= minLength
    // The pattern does not include the length bounds.
    const within = (text: string) =>
      text.repeat(Math.ceil(minLength / (text.length || 1)) || 1).slice(0, maxLength)
    return fc.stringMatching(new RegExp(pattern)).map(within).filter(fits)
  }
  // Long texts are covered by boundary cases; here they would only cost time.
  return anyText({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
}

const numbers = ({ minimum = -1e6, maximum = 1e6 }: Schema) =>
  fc.double({ min: minimum, max: maximum, noNaN: true })
const integers = ({ minimum = -1_000_000, maximum = 1_000_000 }: Schema) =>
  fc.integer({ min: minimum, max: maximum })

// The key __proto__ is rejected everywhere, and has separate cases.
const harmless = (value: unknown) => !JSON.stringify(value).includes('__proto__')
const anyJson: Values = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '0')))
  .filter(harmless)

function objects(schema: Schema, judge: Judge): Values {
  const fields = Object.entries(schema.properties ?? {}).map(([k, v]) => [k, valuesOf(v, judge)] as const)
  const known = fc.record(Object.fromEntries(fields), {
    requiredKeys: (schema.required ?? []) as never[],
    noNullPrototype: true,
  })
  const more = schema.additionalProperties
  if (more === false || (more === undefined && schema.properties)) return known
  const keys = strings(schema.propertyNames ?? {}).filter((key) => key !== '__proto__')
  const values = typeof more === 'object' ? valuesOf(more, judge) : anyJson
  return fc
    .tuple(fc.dictionary(keys, values, { maxKeys: 5, noNullPrototype: true }), known)
    .map(([free, own]) => ({ ...free, ...own }))
}

function lists(schema: Schema, judge: Judge): Values {
  const { minItems = 0, maxItems = minItems + 4 } = schema
  const items = schema.items ? valuesOf(schema.items, judge) : anyJson
  return fc.array(items, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) })
}

const byType: Record<string, (schema: Schema, judge: Judge) => Values> = {
  string: strings,
  integer: integers,
  number: numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: lists,
  object: objects,
}

/** Values that match the schema. */
export function valuesOf(given: Schema, judge: Judge): Values {
  const schema = judge.resolve(given)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, judge)))
  const types = typesOf(schema)
  if (types.length === 0) return anyJson
  return fc.oneof(...types.map((type) => (byType[type] ?? (() => anyJson))(schema, judge)))
}

/** One value, always the same for the same seed. */
export const sampleOf = (schema: Schema, judge: Judge, seed: number): unknown =>
  fc.sample(valuesOf(schema, judge), { numRuns: 1, seed })[0]
