import type { Static } from '@mailwright/contract/schema'
import type { NewColumn } from '@mailwright/contract/tables'
import { fault } from '../../platform/errors/app-error.ts'
import { uniqueKey } from './derive-names.ts'
import type { Column } from './table.ts'

export type WantedColumn = Static<typeof NewColumn>

const toColumn = (wanted: WantedColumn, number: number, key: string): Column => ({
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

/** Columns with numbers from `first` on. A key that is given must be free; one that is derived is made so. */
export function newColumns(wanted: WantedColumn[], known: Column[], first: number): Column[] {
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
