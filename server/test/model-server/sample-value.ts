type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

function typeOf(schema: Schema): string {
  const types = [schema.type].flat().filter((one): one is string => typeof one === 'string')
  const first = types.find((one) => one.toLowerCase() !== 'null') ?? types[0]
  return first?.toLowerCase() ?? (schema.properties ? 'object' : schema.items ? 'array' : 'string')
}

/** The value whose name occurs in the text, so that categories look reasoned. */
function chooseFrom(values: unknown[], text: string) {
  const lower = text.toLowerCase()
  return values.find((value) => typeof value === 'string' && lower.includes(value.toLowerCase())) ?? values[0]
}

const formats: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'someone@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
}

function sampleString(schema: Schema, text: string): string {
  const format = typeof schema.format === 'string' ? formats[schema.format] : undefined
  if (format) return format
  const line = text.replace(/\s+/g, ' ').trim() || 'text'
  const maxLength = Math.min(numberOf(schema.maxLength, 120), 120)
  return line.slice(0, maxLength).padEnd(numberOf(schema.minLength, 0), '.')
}

function sampleNumber(schema: Schema): number {
  const lowest = numberOf(schema.minimum, numberOf(schema.exclusiveMinimum, -1) + 1)
  const highest = numberOf(schema.maximum, Number.POSITIVE_INFINITY)
  // A confidence between 0 and 1 should not make everything unsure.
  return lowest === 0 && highest === 1 && typeOf(schema) === 'number' ? 0.9 : Math.min(lowest, highest)
}

function resolve(root: Schema, pointer: string): unknown {
  let at: unknown = root
  for (const part of pointer.split('/').slice(1)) at = isSchema(at) ? at[part] : undefined
  return at
}

/** A value that the schema accepts; strings come from the text. Patterns are not followed. */
export function sampleValue(schema: unknown, text: string, root: unknown = schema, depth = 0): unknown {
  if (!isSchema(schema) || depth > 12) return null
  const sample = (one: unknown) => sampleValue(one, text, root, depth + 1)
  if (typeof schema.$ref === 'string' && isSchema(root)) return sample(resolve(root, schema.$ref))
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return chooseFrom(schema.enum, text)
  const [alternative] = listOf(schema.anyOf ?? schema.oneOf)
  if (alternative !== undefined) return sample(alternative)
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((one) => sample(one)).filter(isSchema))
  const type = typeOf(schema)
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, one]) => [
        name,
        sample(one),
      ]),
    )
  if (type === 'array')
    return Array.from({ length: numberOf(schema.minItems, 0) }, () => sample(schema.items))
  if (type === 'number' || type === 'integer') return sampleNumber(schema)
  if (type === 'boolean') return false
  return type === 'null' ? null : sampleString(schema, text)
}
