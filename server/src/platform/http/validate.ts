import type { ErrorCode } from '@mailwright/contract/errors/index'
import { namePattern, type TObject, type TSchema } from '@mailwright/contract/schema'
import { formats } from '@mailwright/contract/workflow-graph/formats'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { fault } from '../errors/app-error.ts'
import { isUuid } from '../ids/ids.ts'

// Ajv's `uuid` accepts a urn: prefix, and its `date-time` accepts offsets and years that PostgreSQL rejects.
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
function isDateTime(text: string): boolean {
  if (!dateTimePattern.test(text)) return false
  const year = new Date(text).getUTCFullYear()
  return year >= 1000 && year <= 9999
}

function ajv(coerceTypes: boolean): Ajv {
  const instance = new Ajv({ strict: false, useDefaults: true, coerceTypes, allErrors: false })
  addFormats.default(instance)
  instance.addFormat('uuid', isUuid)
  instance.addFormat('date-time', isDateTime)
  for (const [name, isValid] of Object.entries(formats)) instance.addFormat(name, isValid)
  return instance
}
// Bodies are JSON and typed; query and path are text.
const coercesTypes = { body: false, query: true, params: true, reply: false }
type Part = keyof typeof coercesTypes
const instances: { [part in Part]?: Ajv } = {}

export type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null }

/** Compiled by the first use: many are rarely used, and all together take a tenth of a second. */
export function compileValidator(part: Part, schema: TSchema): Validator {
  let compiled: ValidateFunction | undefined
  const validate: Validator = (value) => {
    if (!compiled) {
      instances[part] ??= ajv(coercesTypes[part])
      compiled = instances[part].compile(schema)
    }
    const isValid = compiled(value)
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

export const issueOf = (error: ErrorObject) => {
  const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : ''
  const extra = error.keyword === 'additionalProperties' ? `/${error.params.additionalProperty}` : ''
  if (error.keyword === 'pattern' && error.params.pattern === namePattern)
    return { path: error.instancePath, message: 'must be one line without control characters' }
  const values = error.keyword === 'enum' ? `: ${error.params.allowedValues.join(', ')}` : ''
  return {
    path: `${error.instancePath}${missing}${extra}`,
    message: `${error.message ?? 'is not valid'}${values}`,
  }
}

export const hasNul = (value: unknown) => typeof value === 'string' && value.includes('\0')

/** Validates one part of a request and fills in its defaults. */
export function assertValid(validator: Validator | undefined, value: unknown, code: ErrorCode) {
  if (!validator || validator(value)) return
  const issues = (validator.errors ?? []).slice(0, 20).map(issueOf)
  throw fault(code, { details: { issues } })
}

/** Rejects NUL characters, which PostgreSQL cannot store. */
export function rejectNul(values: Record<string, unknown>, code: ErrorCode) {
  for (const name in values)
    if (hasNul(values[name]))
      throw fault(code, { details: { issues: [{ path: `/${name}`, message: 'must not contain NUL' }] } })
}

const plainInteger = /^-?\d+$/

/** Ajv also reads ' ', '0x1' and '1e3' as integers. */
export function assertPlainIntegers(schema: TObject, values: Record<string, string>, code: ErrorCode) {
  for (const [name, { type }] of Object.entries(schema.properties as Record<string, { type?: string }>))
    if (type === 'integer' && !plainInteger.test(values[name] ?? ''))
      throw fault(code, { details: { issues: [{ path: `/${name}`, message: 'must be integer' }] } })
}
