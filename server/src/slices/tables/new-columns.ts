import type { Static } from '@mailwright/contract/schema'
import type { NewColumn } from '@mailwright/contract/tables'
import { fault } from '../../platform/errors/app-error.ts'
import { uniqueKey } from './derive-names.ts'
import type { Column } from './table.ts'

export type ColumnInput = Static<typeof NewColumn>

const toColumn = (input: ColumnInput, number: number, key: string): Column => ({
  number,
  key,
  label: input.label,
  type: input.type ?? 'text',
  isKey: input.isKey ?? false,
  required: input.required ?? false,
  options: [...new Set(input.options ?? [])],
  width: null,
  description: input.description ?? null,
})

/** Numbers the columns from `first`. Explicit keys must be free; derived ones are made unique. */
export function newColumns(inputs: ColumnInput[], known: Column[], first: number): Column[] {
  const taken = new Set(known.map(({ key }) => key))
  for (const { key } of inputs) {
    if (key === undefined) continue
    if (taken.has(key)) throw fault('tables.duplicate_column', { details: { key } })
    taken.add(key)
  }
  return inputs.map((input, i) => {
    const key = input.key ?? uniqueKey(input.label, taken)
    taken.add(key)
    return toColumn(input, first + i, key)
  })
}
