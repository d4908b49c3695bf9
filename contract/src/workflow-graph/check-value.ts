import type { Text } from '../route.ts'
import type { TSchema } from '../schema.ts'
import { checkText } from './check-text.ts'
import { quoted, say } from './issue.ts'

// The part of JSON Schema that the contract's own vocabulary (schema.ts) writes. Made for parameters: a text that
// holds a template becomes something else when it runs, so it fits everywhere; and the sentences are for people.

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

const fits: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isRecord,
}

const kinds: Record<string, Text> = {
  string: say('a text', 'un texte'),
  number: say('a number', 'un nombre'),
  integer: say('a whole number', 'un nombre entier'),
  boolean: say('yes or no', 'oui ou non'),
  null: say('empty', 'vide'),
  array: say('a list', 'une liste'),
  object: say('a group of fields', 'un groupe de champs'),
}

const mustBe = (types: string[]): Text => {
  const named = types.map((type) => kinds[type] ?? say(type, type))
  return say(
    `This must be ${named.map((one) => one.en).join(' or ')}.`,
    `Ceci doit être ${named.map((one) => one.fr).join(' ou ')}.`,
  )
}

const maxFaults = 20
type Report = ValueFault[]
const full = (out: Report) => out.length >= maxFaults

/** The faults of the alternative that the value comes nearest to. */
function checkAlternatives(alternatives: Schema[], value: unknown, path: ValuePath, out: Report) {
  const judged = alternatives.map((one) => {
    const faults: Report = []
    check(one, value, path, faults)
    const isOtherKind = faults.some((fault) => fault.path.length === path.length)
    return { faults, distance: faults.length + (isOtherKind ? maxFaults : 0) }
  })
  const [nearest] = judged.sort((a, b) => a.distance - b.distance)
  out.push(...(nearest?.faults ?? []))
}

function checkNumber(schema: Schema, value: number, path: ValuePath, out: Report) {
  const { minimum, maximum } = schema
  if (minimum !== undefined && value < minimum)
    out.push({
      path,
      message: say(`This must be at least ${minimum}.`, `Ceci doit être au moins ${minimum}.`),
    })
  if (maximum !== undefined && value > maximum)
    out.push({ path, message: say(`This must be at most ${maximum}.`, `Ceci doit être au plus ${maximum}.`) })
}

function checkList(schema: Schema, value: unknown[], path: ValuePath, out: Report) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema
  if (value.length < minItems)
    out.push({
      path,
      message: say(`At least ${minItems} are needed here.`, `Il en faut au moins ${minItems} ici.`),
    })
  if (value.length > maxItems)
    out.push({ path, message: say(`At most ${maxItems} fit here.`, `Il y en a ${maxItems} au plus ici.`) })
  if (items) for (let i = 0; i < value.length && !full(out); i++) check(items, value[i], [...path, i], out)
}

const missing = say('This field is needed.', 'Ce champ est nécessaire.')
const unknown = (key: string) =>
  say(`There is no field ${quoted(key)} here.`, `Il n'y a pas de champ ${quoted(key)} ici.`)

function checkRecord(schema: Schema, value: Record<string, unknown>, path: ValuePath, out: Report) {
  const { properties = {}, required = [], additionalProperties: more, propertyNames } = schema
  for (const key of required)
    if (!Object.hasOwn(value, key)) out.push({ path: [...path, key], message: missing })
  for (const [key, one] of Object.entries(value)) {
    if (full(out)) return
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known) check(known, one, [...path, key], out)
    else if (more === false) out.push({ path: [...path, key], message: unknown(key) })
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
  out.push({ path, message: say(`This must be one of: ${shown}.`, `Ceci doit être l'un de : ${shown}.`) })
}

function check(schema: Schema, value: unknown, path: ValuePath, out: Report) {
  if (full(out) || isTemplate(value)) return
  if (schema.anyOf) return checkAlternatives(schema.anyOf, value, path, out)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => fits[type]?.(value)))
    return void out.push({ path, message: mustBe(types) })
  if (schema.enum || schema.const !== undefined) return checkChoice(schema, value, path, out)
  if (typeof value === 'string') for (const message of checkText(schema, value)) out.push({ path, message })
  if (typeof value === 'number') checkNumber(schema, value, path, out)
  if (Array.isArray(value)) checkList(schema, value, path, out)
  else if (isRecord(value)) checkRecord(schema, value, path, out)
}

/** Where a value does not fit the schema; 20 faults at most. A text with a template fits everywhere. */
export function checkValue(schema: TSchema, value: unknown): ValueFault[] {
  const out: Report = []
  check(schema as Schema, value, [], out)
  return out
}
