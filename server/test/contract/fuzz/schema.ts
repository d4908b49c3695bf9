import { isTimeZone } from '@mailwright/contract/workflow-graph/cron/time-zone'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The parts of a JSON Schema that the harness reads; the validator handles the rest. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

const plainUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const plainTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

// Formats have disputed edge cases (urn:uuid:, second 60): only the plain forms count, which the server itself
// writes.
const isTime = (text: string) => {
  const year = plainTime.test(text) ? new Date(text).getUTCFullYear() : Number.NaN
  return year >= 1000 && year <= 9999
}

export type Judge = {
  /** Whether the value matches the schema, by the description alone. */
  fits(schema: Schema, value: unknown): boolean
  faultsOf(schema: Schema, value: unknown): string[]
  resolve(schema: Schema): Schema
}

/** Validates values against the schemas of a served description, including its components. */
export function judgeOf(document: object): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addFormat('uuid', plainUuid)
  ajv.addFormat('date-time', isTime)
  ajv.addFormat('time-zone', isTimeZone)
  ajv.addSchema(document, 'description')
  const compiled = new Map<Schema, ValidateFunction>()
  const compile = (schema: Schema) => {
    let known = compiled.get(schema)
    if (!known) {
      known = ajv.compile(anchored(schema))
      compiled.set(schema, known)
    }
    return known
  }
  return {
    fits: (schema, value) => compile(schema)(value) === true,
    faultsOf: (schema, value) => {
      const validate = compile(schema)
      if (validate(value)) return []
      return (validate.errors ?? []).map((e) => `${e.instancePath || '/'} ${e.message} ${text(e.params)}`)
    },
    resolve: (schema) => (schema.$ref ? lookUp(document, schema.$ref) : schema),
  }
}

const text = (value: unknown) => JSON.stringify(value)

/** Rewrites `#/components/…` to the name under which the validator knows the document. */
const anchored = (schema: Schema): Schema =>
  JSON.parse(text(schema).replaceAll('"$ref":"#/', '"$ref":"description#/')) as Schema

function lookUp(document: object, ref: string): Schema {
  let found: unknown = document
  for (const part of ref.slice(2).split('/')) found = (found as Record<string, unknown>)[part]
  return found as Schema
}

/** Splits `type: [t, 'null']` into its parts. */
export const typesOf = (schema: Schema): string[] =>
  schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type]
