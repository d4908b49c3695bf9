import { isOpenDetail, nameOf, nullableBaseOf, type TSchema } from '../schema.ts'

export type Json = { [key: string]: unknown }

/**
 * Writes schemas for the description. Named schemas are listed once under components and referenced, nullable named
 * ones become "reference or null", and open details are marked.
 */
export function createComponents() {
  const schemas: Record<string, Json> = {}

  const refer = (name: string, schema: TSchema): Json => {
    if (!(name in schemas)) {
      schemas[name] = {}
      schemas[name] = plain(schema)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  const write = (schema: TSchema): Json => {
    const name = nameOf(schema)
    if (name) return refer(name, schema)
    const base = nullableBaseOf(schema)
    const baseName = base && nameOf(base)
    if (base && baseName) return { anyOf: [refer(baseName, base), { type: 'null' }] }
    return plain(schema)
  }

  const plain = (schema: TSchema): Json => {
    const out: Json = {}
    for (const [key, value] of Object.entries(schema)) out[key] = key in nested ? nested[key]?.(value) : value
    if (isOpenDetail(schema)) out['x-open-detail'] = true
    return out
  }

  const nested: Record<string, (value: unknown) => unknown> = {
    properties: (value) =>
      Object.fromEntries(Object.entries(value as Record<string, TSchema>).map(([k, v]) => [k, write(v)])),
    items: (value) => write(value as TSchema),
    anyOf: (value) => (value as TSchema[]).map(write),
    additionalProperties: (value) => (typeof value === 'object' ? write(value as TSchema) : value),
  }

  return { write, schemas }
}
export type Components = ReturnType<typeof createComponents>
