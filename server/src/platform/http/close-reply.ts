import type { TSchema } from '@mailwright/contract/schema'

/**
 * Closes replies: removes properties that the declaration does not list. A value that is closed already, as nearly all
 * are, is returned unchanged, so the cost is one pass over its keys. (A serialiser generated from the schema costs half
 * as much again as JSON.stringify for a page of fifty rows.)
 */
export type Closer = (value: unknown) => unknown

type Schema = TSchema & {
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function listCloser(item: Closer): Closer {
  return (value) => {
    if (!Array.isArray(value)) return value
    for (let i = 0; i < value.length; i++) {
      if (item(value[i]) !== value[i]) return value.map(item)
    }
    return value
  }
}

function objectCloser(properties: Record<string, Schema>): Closer {
  const allowed = new Map(Object.entries(properties).map(([name, schema]) => [name, closerOf(schema)]))
  const inner = [...allowed].filter((entry): entry is [string, Closer] => entry[1] !== undefined)
  const copy = (value: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => allowed.has(name))
        .map(([name, part]) => [name, allowed.get(name)?.(part) ?? part]),
    )
  return (value) => {
    if (!isObject(value)) return value
    for (const name in value) if (!allowed.has(name)) return copy(value)
    for (const [name, close] of inner) if (close(value[name]) !== value[name]) return copy(value)
    return value
  }
}

// Alternatives are distinguished by fields with a single value: `kind: 'single'`.
function unionCloser(alternatives: Schema[]): Closer {
  const tags = (schema: Schema) =>
    Object.entries(schema.properties ?? {}).filter(([, part]) => part.enum?.length === 1)
  const options = alternatives.map((schema) => ({ tags: tags(schema), close: closerOf(schema) }))
  return (value) => {
    if (!isObject(value)) return value
    const fits = options.find(({ tags }) => tags.every(([name, part]) => part.enum?.[0] === value[name]))
    return fits?.close ? fits.close(value) : value
  }
}

/** Undefined if nothing needs closing. */
export function closerOf(schema: TSchema): Closer | undefined {
  const { properties, additionalProperties, items, anyOf } = schema as Schema
  if (anyOf) return unionCloser(anyOf)
  if (items) {
    const item = closerOf(items)
    return item && listCloser(item)
  }
  if (properties && additionalProperties === false) return objectCloser(properties)
  return undefined
}
