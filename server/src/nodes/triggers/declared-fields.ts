import {
  boolean,
  choice,
  list,
  object,
  optional,
  type Static,
  text,
  withDefault,
} from '@mailwright/contract/schema'
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { field } from '../field.ts'

const DeclaredField = object({
  name: text(1, 64, { pattern: '^(?!(constructor|prototype)$)[A-Za-z][A-Za-z0-9_]*$' }),
  type: choice('text', 'number', 'boolean', 'list', 'record', 'any'),
  required: optional(boolean()),
})
export type DeclaredField = Static<typeof DeclaredField>

/** The data a workflow expects, so that a wrong call is rejected before it starts. */
export const declaredFields = () => withDefault(list(DeclaredField, 0, 50), [])

export const declaredFieldTexts: Record<string, ParamField> = {
  fields: field('Expected fields', 'Champs attendus', {
    en: 'If empty, any data is accepted.',
    fr: 'Si ce champ est vide, toutes les données sont acceptées.',
  }),
  'fields.name': field('Name', 'Nom'),
  'fields.type': field('Type of value', 'Type de valeur'),
  'fields.required': field('Required', 'Obligatoire'),
}

const fits: Record<DeclaredField['type'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  any: () => true,
}

export type FieldIssue = { path: string; message: string }

/** Validates the data passed to a workflow; null counts as missing. */
export function checkDeclared(fields: readonly DeclaredField[], data: Record<string, unknown>): FieldIssue[] {
  return fields.flatMap(({ name, type, required }) => {
    const value = Object.hasOwn(data, name) ? (data[name] ?? undefined) : undefined
    if (value === undefined) return required ? [{ path: `/${name}`, message: 'is required' }] : []
    return fits[type](value) ? [] : [{ path: `/${name}`, message: `must be of type ${type}` }]
  })
}
