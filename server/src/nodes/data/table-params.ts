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

// What the nodes of tables have in common.

const cell = () => nullable(union(text(0, 100_000), number(), boolean()))
const column = () => text(1, 60, { pattern: '^[a-z][a-z0-9_]*$' })
/** Its id, or its short name. */
export const table = () => text(1, 120)

const Filter = object({
  column: column(),
  operator: choice('eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'empty', 'notEmpty'),
  value: optional(cell()),
})
const maxFilters = 20

/** A change without a condition would change every row: those ask for one at least. */
export const filters = (least: 0 | 1) => list(Filter, least, maxFilters)
export const match = () => withDefault(choice('all', 'any'), 'all')
export const values = () => map(cell(), { minLength: 1, maxLength: 60 })
export const sort = () => object({ column: column(), direction: withDefault(choice('asc', 'desc'), 'asc') })

/** A comparison with a value that is missing finds nothing it should: it is refused instead. */
export const readFilters = (given: Static<typeof Filter>[]): TableFilter[] =>
  given.map((one) => {
    const needsValue = one.operator !== 'empty' && one.operator !== 'notEmpty'
    if (needsValue && one.value === undefined)
      throw permanent('table.no_value', `The condition on ${one.column} has no value to compare to.`)
    return one
  })

export function readValues(given: Static<ReturnType<typeof values>>) {
  if (Object.keys(given).length > 0) return given
  throw permanent('table.no_values', 'There is no value to write.')
}

export const tableFields = {
  table: field('Table', 'Table', { refersTo: 'table' }),
  filters: field('Conditions on the row', 'Conditions sur la ligne'),
  'filters.column': field('Column', 'Colonne'),
  'filters.operator': field('Question', 'Question'),
  'filters.value': field('Value', 'Valeur'),
  match: field('How many conditions must hold', 'Combien de conditions doivent être vraies'),
  values: field('Values by column', 'Valeurs par colonne'),
} satisfies Record<string, ParamField>

const {
  'filters.column': filterColumn,
  'filters.operator': filterOperator,
  'filters.value': filterValue,
} = tableFields

/** How the editor names what chooses rows. */
export const choosingFields: Record<string, ParamField> = {
  table: tableFields.table,
  filters: tableFields.filters,
  'filters.column': filterColumn,
  'filters.operator': filterOperator,
  'filters.value': filterValue,
  match: tableFields.match,
}

const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)
export const toldRows = (kind: string, count: number, what: string, name: string) =>
  count > 0 ? [{ kind, description: `${rows(count)} ${what} the table ${name}.` }] : []
