import type { Static } from '@mailwright/contract/schema'
import type { NewColumn } from '@mailwright/contract/tables'
import { fault } from '../../platform/errors/app-error.ts'
import { uniqueKey } from './derive-names.ts'
import type { Column } from './table.ts'

export type ColumnInput = Static<typeof NewColumn>

const toColumn = (wanted: ColumnInput, number: number, key: string): Column => ({
  number,
  key,
  label: wanted.label,
  type: wanted.type ?? 'text',
  isKey: wanted.isKey ?? false,
  required: wanted.required ?? false,
  options: [...new Set(wanted.options ?? [])],
  width: null,
  description: wanted.description ?? null,
})

/** Numbers the columns from `first`. Explicit keys must be free; derived ones are made unique. */
export function newColumns(wanted: ColumnInput[], known: Column[], first: number): Column[] {
  const taken = new Set(known.map(({ key }) => key))
  for (const { key } of wanted) {
    if (key === undefined) continue
    if (taken.has(key)) throw fault('tables.duplicate_column', { details: { key } })
    taken.add(key)
  }
  return wanted.map((one, i) => {
    const key = one.key ?? uniqueKey(one.label, taken)
    taken.add(key)
    return toColumn(one, first + i, key)
  })
}
