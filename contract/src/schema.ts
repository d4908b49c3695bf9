import Type, {
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from 'typebox'

// The vocabulary for all schemas. Objects are closed: an unknown property is rejected in a request and dropped from a
// reply.

export type { Static, TObject, TSchema }

const names = new WeakMap<TSchema, string>()
const nullableBases = new WeakMap<TSchema, TSchema>()
const openSchemas = new WeakSet<TSchema>()

/** Names a schema; the description lists it once under that name. */
export function named<T extends TSchema>(name: string, schema: T): T {
  names.set(schema, name)
  return schema
}
export const nameOf = (schema: TSchema) => names.get(schema)
export const nullableBaseOf = (schema: TSchema) => nullableBases.get(schema)

/** Marks a shape that the specification leaves open (docs/open-details.md). */
export function openDetail<T extends TSchema>(schema: T): T {
  openSchemas.add(schema)
  return schema
}
export const isOpenDetail = (schema: TSchema) => openSchemas.has(schema)

// Modifiers copy the schema, which would lose these marks.
function carryMarks<T extends TSchema>(from: TSchema, to: T, identical = false): T {
  if (openSchemas.has(from)) openSchemas.add(to)
  const name = names.get(from)
  const base = nullableBases.get(from)
  if (identical && name) names.set(to, name)
  if (identical && base) nullableBases.set(to, base)
  return to
}

type StringOptions = { pattern?: string; format?: string; description?: string }
export const string = (options: StringOptions = {}) => Type.String(options)
export const text = (minLength: number, maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...(minLength > 0 ? { minLength } : {}), maxLength, ...options })
/** One line without control characters and without characters that reorder the text around them. */
export const namePattern = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$'
/** A name that people give and read: of a workflow, a column, a key. */
export const name = (minLength: number, maxLength: number) =>
  text(minLength, maxLength, { pattern: namePattern })
export const uuid = () => Type.String({ format: 'uuid' })
export const dateTime = () => Type.String({ format: 'date-time' })
export const uri = (maxLength?: number) =>
  Type.String({ format: 'uri', ...(maxLength === undefined ? {} : { maxLength }) })
export const email = (maxLength = 320) => Type.String({ format: 'email', maxLength })
export const boolean = () => Type.Boolean()

const bounds = (minimum?: number, maximum?: number) => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
})
export const integer = (minimum?: number, maximum?: number) => Type.Integer(bounds(minimum, maximum))
export const number = (minimum?: number, maximum?: number) => Type.Number(bounds(minimum, maximum))

/** A closed set of strings. */
export const choice = <const V extends string[]>(...values: V): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values })
/** A closed set of whole numbers. */
export const integerChoice = <const V extends number[]>(...values: V): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: 'integer', enum: values })

export const list = <T extends TSchema>(items: T, minItems?: number, maxItems?: number) =>
  Type.Array(items, {
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
  })

export const object = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false }) as TObject<P>
/** A closed object with the fields of another and more. */
export const extend = <A extends TProperties, B extends TProperties>(base: TObject<A>, more: B) =>
  object({ ...base.properties, ...more })

/** An object with free content. */
export const free = () => Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
export const anything = () => Type.Unsafe<unknown>({})
type KeyBounds = { minLength: number; maxLength: number }
export const map = <T extends TSchema>(values: T, keys?: KeyBounds): TUnsafe<Record<string, Static<T>>> =>
  Type.Unsafe({ type: 'object', additionalProperties: values, ...(keys ? { propertyNames: keys } : {}) })

/** Narrows the static type of a schema, such as to a union by discriminator; validation stays as it is. */
export const typedAs =
  <T>() =>
  <S extends TSchema>(schema: T extends Static<S> ? S : never): TUnsafe<T> =>
    schema as unknown as TUnsafe<T>

/** Alternatives, distinguished by their own fields. */
export const union = <T extends TSchema[]>(...alternatives: T): TUnsafe<Static<T[number]>> =>
  Type.Unsafe({ anyOf: alternatives })

// `type: [t, 'null']` validates and serialises faster than an anyOf.
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const plain = schema as TSchema & { type?: string; enum?: unknown[] }
  const result =
    plain.type === undefined
      ? Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
      : Type.Unsafe<Static<T> | null>({
          ...plain,
          type: [plain.type, 'null'],
          ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
        })
  if (nameOf(schema)) nullableBases.set(result, schema)
  return carryMarks(schema, result)
}

export const optional = <T extends TSchema>(schema: T): TOptional<T> => Type.Optional(schema) as TOptional<T>
/** Optional for the caller; the validator fills in the default, so handlers always receive a value. */
export type Defaulted<T extends TSchema> = TOptional<T> & { '~filled': true }
export const withDefault = <T extends TSchema>(schema: T, value: NoInfer<Static<T>>): Defaulted<T> =>
  carryMarks(
    schema,
    Type.Optional(Type.Unsafe<Static<T>>({ ...schema, default: value })) as unknown as Defaulted<T>,
  )

type FilledKeys<P> = { [K in keyof P]: P[K] extends { '~filled': true } ? K : never }[keyof P]
/** The type that handlers receive: defaults are filled in. */
export type Filled<T extends TSchema> =
  T extends TObject<infer P>
    ? Omit<Static<T>, FilledKeys<P>> & {
        [K in FilledKeys<P>]: P[K] extends TSchema ? Static<P[K]> : never
      }
    : Static<T>
