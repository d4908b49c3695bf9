/** The part of JSON Schema that node types use. */
export type Schema = {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  default?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}
export type Values = Record<string, unknown>

const isObject = (schema: Schema) => schema.type === 'object' && schema.properties !== undefined
export const hasString = (schema: Schema): boolean =>
  schema.type === 'string' || (schema.anyOf?.some(hasString) ?? false)

type Kind =
  | 'choice'
  | 'switch'
  | 'number'
  | 'text'
  | 'anything'
  | 'texts'
  | 'choices'
  | 'numbers'
  | 'rows'
  | 'variants'
  | 'record'
  | 'map'

function kindOfList({ items = {} }: Schema): Kind {
  if (items.enum) return 'choices'
  if (items.type === 'integer' || items.type === 'number') return 'numbers'
  if (items.type === 'string') return 'texts'
  return 'rows'
}

/** Which control a value of the schema gets. */
export function kindOf(schema: Schema): Kind {
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'array') return kindOfList(schema)
  if (schema.anyOf?.every(isObject)) return 'variants'
  if (hasString(schema)) return 'text'
  if (isObject(schema)) return 'record'
  if (schema.type === 'object') return 'map'
  return 'anything'
}

/** A first value for a new row. */
export function emptyOf(schema: Schema): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default)
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.every(isObject)) return emptyOf(schema.anyOf[0] ?? {})
  if (isObject(schema)) {
    const needed = (schema.required ?? []).map((name) => [name, emptyOf(schema.properties?.[name] ?? {})])
    return Object.fromEntries(needed)
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.type === 'array') return []
  if (schema.type === 'object') return {}
  return ''
}

const enumOf = (variant: Schema, name: string) => variant.properties?.[name]?.enum

/** The properties by which the variants are told apart, in the order of the first that has them. */
const tellers = (variants: readonly Schema[]): string[] => [
  ...new Set(
    variants.flatMap((variant) =>
      Object.keys(variant.properties ?? {}).filter((name) => enumOf(variant, name) && variants.length > 1),
    ),
  ),
]

const fits = (variant: Schema, name: string, value: unknown) =>
  enumOf(variant, name)?.includes(value) ?? false

type Variant = {
  schema: Schema
  /** What can be chosen to get another variant. */
  choices: { name: string; values: unknown[] }[]
}

/** A form that lacks what tells the others apart, such as a group among conditions. */
const apart = (variants: readonly Schema[], value: Values) => {
  const [first = ''] = tellers(variants)
  return variants.find(
    (one) => !enumOf(one, first) && (one.required ?? []).every((name) => value[name] !== undefined),
  )
}

/** The variant that a value belongs to, and what can be chosen instead. */
export function variantOf(variants: readonly Schema[], value: Values): Variant {
  const other = apart(variants, value)
  if (other) return { schema: other, choices: [] }
  let left = [...variants]
  const choices: Variant['choices'] = []
  for (const name of tellers(variants)) {
    const having = left.filter((one) => enumOf(one, name))
    if (having.length === 0) continue
    choices.push({ name, values: [...new Set(having.flatMap((one) => enumOf(one, name) ?? []))] })
    const chosen = having.filter((one) => fits(one, name, value[name]))
    left = chosen.length > 0 ? chosen : having
  }
  return { schema: left[0] ?? variants[0] ?? {}, choices }
}

/** The value after choosing; what the new variant knows as well is kept. */
export function chooseVariant(
  variants: readonly Schema[],
  value: Values,
  name: string,
  chosen: unknown,
): Values {
  const wanted = { ...value, [name]: chosen }
  const { schema } = variantOf(variants, wanted)
  const { properties = {}, required = [] } = schema
  const kept = Object.fromEntries(
    Object.entries(wanted).filter(([key, one]) => {
      const own = properties[key]
      return own && (!own.enum || own.enum.includes(one))
    }),
  )
  const missing = required.filter((key) => kept[key] === undefined)
  return { ...kept, ...Object.fromEntries(missing.map((key) => [key, emptyOf(properties[key] ?? {})])) }
}
