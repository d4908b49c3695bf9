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

/** What a workflow expects to be handed, so that a wrong call is refused at the door. */
export const declaredFields = () => withDefault(list(DeclaredField, 0, 50), [])

export const declaredFieldTexts: Record<string, ParamField> = {
  fields: field('Expected fields', 'Champs attendus', {
    en: 'Without any, everything is taken as it comes.',
    fr: 'Sans champ, tout est pris tel quel.',
  }),
  'fields.name': field('Name', 'Nom'),
  'fields.type': field('Kind of value', 'Genre de valeur'),
  'fields.required': field('Must be there', 'Obligatoire'),
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

/** What is wrong with the data that a workflow is handed; null counts as missing. */
export function checkDeclared(fields: readonly DeclaredField[], data: Record<string, unknown>): FieldIssue[] {
  return fields.flatMap(({ name, type, required }) => {
    const value = Object.hasOwn(data, name) ? (data[name] ?? undefined) : undefined
    if (value === undefined) return required ? [{ path: `/${name}`, message: 'is required' }] : []
    return fits[type](value) ? [] : [{ path: `/${name}`, message: `must be of the kind ${type}` }]
  })
}
