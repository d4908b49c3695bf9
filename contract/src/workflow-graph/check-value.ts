import type { Text } from '../route.ts'
import type { TSchema } from '../schema.ts'
import { checkText, createPatternBudget, type PatternBudget } from './check-text.ts'
import { localized, quoted } from './issue.ts'

// Validates the subset of JSON Schema that schema.ts produces. Made for node parameters: a text with a template is
// accepted everywhere, since its value is known only at run time, and messages are written for members.

export type ValuePath = (string | number)[]
export type ValueFault = { path: ValuePath; message: Text }

type Schema = {
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
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

export const isTemplate = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('{{')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeChecks: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isRecord,
}

const typeNames: Record<string, Text> = {
  string: localized('text', 'un texte'),
  number: localized('a number', 'un nombre'),
  integer: localized('a whole number', 'un nombre entier'),
  boolean: localized('true or false', 'vrai ou faux'),
  null: localized('empty', 'vide'),
  array: localized('a list', 'une liste'),
  object: localized('a group of fields', 'un groupe de champs'),
}

const wrongType = (types: string[]): Text => {
  const named = types.map((type) => typeNames[type] ?? localized(type, type))
  return localized(
    `This must be ${named.map((one) => one.en).join(' or ')}.`,
    `Cette valeur doit être ${named.map((one) => one.fr).join(' ou ')}.`,
  )
}

const maxFaults = 20
type Report = { faults: ValueFault[]; patterns: PatternBudget }
const isFull = ({ faults }: Report) => faults.length >= maxFaults

/** Reports the faults of the closest alternative. */
function checkAlternatives(alternatives: Schema[], value: unknown, path: ValuePath, out: Report) {
  const candidates = alternatives.map((one) => {
    const faults: ValueFault[] = []
    check(one, value, path, { faults, patterns: out.patterns })
    const isOtherKind = faults.some((fault) => fault.path.length === path.length)
    return { faults, distance: faults.length + (isOtherKind ? maxFaults : 0) }
  })
  const [closest] = candidates.sort((a, b) => a.distance - b.distance)
  out.faults.push(...(closest?.faults ?? []))
}

function checkNumber(schema: Schema, value: number, path: ValuePath, out: Report) {
  const { minimum, maximum } = schema
  if (minimum !== undefined && value < minimum)
    out.faults.push({
      path,
      message: localized(
        `Enter a number of at least ${minimum}.`,
        `Saisissez un nombre supérieur ou égal à ${minimum}.`,
      ),
    })
  if (maximum !== undefined && value > maximum)
    out.faults.push({
      path,
      message: localized(
        `Enter a number of at most ${maximum}.`,
        `Saisissez un nombre inférieur ou égal à ${maximum}.`,
      ),
    })
}

function checkList(schema: Schema, value: unknown[], path: ValuePath, out: Report) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema
  if (value.length < minItems)
    out.faults.push({
      path,
      message: localized(`Add at least ${minItems}.`, `Ajoutez-en au moins ${minItems}.`),
    })
  if (value.length > maxItems)
    out.faults.push({
      path,
      message: localized(`At most ${maxItems} are allowed.`, `${maxItems} au plus sont autorisés.`),
    })
  if (items) for (let i = 0; i < value.length && !isFull(out); i++) check(items, value[i], [...path, i], out)
}

const missingField = localized('This field is required.', 'Ce champ est obligatoire.')
const unknownField = (key: string) =>
  localized(`Unknown field ${quoted(key)}.`, `Champ inconnu : ${quoted(key)}.`)

function checkRecord(schema: Schema, value: Record<string, unknown>, path: ValuePath, out: Report) {
  const { properties = {}, required = [], additionalProperties: more, propertyNames } = schema
  for (const key of required)
    if (!Object.hasOwn(value, key)) out.faults.push({ path: [...path, key], message: missingField })
  for (const [key, one] of Object.entries(value)) {
    if (isFull(out)) return
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known) check(known, one, [...path, key], out)
    else if (more === false) out.faults.push({ path: [...path, key], message: unknownField(key) })
    else {
      if (propertyNames) check(propertyNames, key, [...path, key], out)
      if (typeof more === 'object') check(more, one, [...path, key], out)
    }
  }
}

function checkChoice({ enum: choices, const: only }: Schema, value: unknown, path: ValuePath, out: Report) {
  const allowed = choices ?? [only]
  if (allowed.includes(value)) return
  const shown = allowed.map((one) => String(one)).join(', ')
  out.faults.push({ path, message: localized(`Choose one of: ${shown}.`, `Choisissez parmi : ${shown}.`) })
}

function check(schema: Schema, value: unknown, path: ValuePath, out: Report) {
  if (isFull(out) || isTemplate(value)) return
  if (schema.anyOf) return checkAlternatives(schema.anyOf, value, path, out)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => typeChecks[type]?.(value)))
    return void out.faults.push({ path, message: wrongType(types) })
  if (schema.enum || schema.const !== undefined) return checkChoice(schema, value, path, out)
  if (typeof value === 'string')
    for (const message of checkText(schema, value, out.patterns)) out.faults.push({ path, message })
  if (typeof value === 'number') checkNumber(schema, value, path, out)
  if (Array.isArray(value)) checkList(schema, value, path, out)
  else if (isRecord(value)) checkRecord(schema, value, path, out)
}

/** Where a value does not match the schema, 20 faults at most. A text with a template always matches. */
export function checkValue(
  schema: TSchema,
  value: unknown,
  patterns: PatternBudget = createPatternBudget(),
): ValueFault[] {
  const faults: ValueFault[] = []
  check(schema as Schema, value, [], { faults, patterns })
  return faults
}
