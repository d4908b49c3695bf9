import type { Static } from '@mailwright/contract/schema'
import type { CellValue, RowFilter, TableRow } from '@mailwright/contract/table-rows'
import type { ColumnType, TableLimits } from '@mailwright/contract/tables'

export type Cell = Static<typeof CellValue>
/** By column key. */
export type Values = Record<string, Cell>
export type Row = Static<typeof TableRow>
export type Filter = Static<typeof RowFilter>[number]
export type Match = 'all' | 'any'
export type Limits = Static<typeof TableLimits>
export type Type = Static<typeof ColumnType>

export type Column = {
  /** Part of its name in storage; never reused within a table. */
  number: number
  key: string
  label: string
  type: Type
  isKey: boolean
  required: boolean
  options: string[]
  width: number | null
  description: string | null
}

export type Table = {
  id: string
  /** Part of the name of its stored table. */
  number: number
  slug: string
  name: string
  description: string | null
  keyUnique: boolean
  nextColumn: number
  rowCount: number
  /** The number of writes so far; the rows are unchanged as long as it is. */
  writeCount: number
  createdAt: string
  updatedAt: string
  columns: Column[]
}

export const isText = ({ type }: Pick<Column, 'type'>) =>
  type === 'text' || type === 'select' || type === 'email'

export const keyColumns = (table: Table) => table.columns.filter((column) => column.isKey)

/** As the API shows it, without storage details. */
export function describeTable({ number: _, nextColumn: __, writeCount: ___, ...table }: Table) {
  return { ...table, columns: table.columns.map(({ number: ____, ...column }) => column) }
}
