import {
  boolean,
  choice,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  type Static,
  text,
  union,
  withDefault,
} from '@mailwright/contract/schema'
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { permanent } from '../../engine/define-node.ts'
import { field } from '../field.ts'
import type { TableFilter } from '../ports.ts'

// Shared by the nodes that work on tables.

const cell = () => nullable(union(text(0, 100_000), number(), boolean()))
const column = () => text(1, 60, { pattern: '^[a-z][a-z0-9_]*$' })
/** The id or the short name of the table. */
export const table = () => text(1, 120)

const Filter = object({
  column: column(),
  operator: choice('eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'empty', 'notEmpty'),
  value: optional(cell()),
})
const maxFilters = 20

/** Updates and deletions require at least one condition: without any they would affect every row. */
export const filters = (min: 0 | 1) => list(Filter, min, maxFilters)
export const match = () => withDefault(choice('all', 'any'), 'all')
export const values = () => map(cell(), { minLength: 1, maxLength: 60 })
export const sort = () => object({ column: column(), direction: withDefault(choice('asc', 'desc'), 'asc') })

/** Rejects a comparison with a missing value: it would match the wrong rows. */
export const readFilters = (given: Static<typeof Filter>[]): TableFilter[] =>
  given.map((one) => {
    const needsValue = one.operator !== 'empty' && one.operator !== 'notEmpty'
    if (needsValue && one.value === undefined)
      throw permanent('table.no_value', `The condition on ${one.column} has no value to compare with.`)
    return one
  })

export function readValues(given: Static<ReturnType<typeof values>>) {
  if (Object.keys(given).length > 0) return given
  throw permanent('table.no_values', 'There are no values to write.')
}

export const tableFields = {
  table: field('Table', 'Table', { refersTo: 'table' }),
  filters: field('Conditions', 'Conditions'),
  'filters.column': field('Column', 'Colonne'),
  'filters.operator': field('Operator', 'Opérateur'),
  'filters.value': field('Value', 'Valeur'),
  match: field('Match', 'Correspondance'),
  values: field('Values by column', 'Valeurs par colonne'),
} satisfies Record<string, ParamField>

const {
  'filters.column': filterColumn,
  'filters.operator': filterOperator,
  'filters.value': filterValue,
} = tableFields

/** How the editor shows the parameters that select rows. */
export const selectionFields: Record<string, ParamField> = {
  table: tableFields.table,
  filters: tableFields.filters,
  'filters.column': filterColumn,
  'filters.operator': filterOperator,
  'filters.value': filterValue,
  match: tableFields.match,
}

const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)
export const rowEffects = (kind: string, count: number, what: string, name: string) =>
  count > 0 ? [{ kind, description: `${rows(count)} ${what} the table ${name}.` }] : []
