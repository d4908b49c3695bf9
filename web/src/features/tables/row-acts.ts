import { client } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { wordsNow } from '../../lib/words/words.ts'
import { showToast } from '../../ui/toasts.tsx'
import { showValues } from './grid/use-rows.ts'
import type { TableRow } from './tables.queries.ts'
import { tableWords } from './tables.words.ts'

type Values = TableRow['values']
export type Changes = {
  update?: { id: string; values: Values }[]
  insert?: { values: Values }[]
  delete?: string[]
}

const maxRows = 500
const again = () => reread(['tableRows'], ['tables'])

/** What to tell about a refusal: its sentence, and the first of the values it is about. */
export function refusalText(error: unknown): string {
  const issues =
    error instanceof ApiError && (error.details as { issues?: { message: string }[] } | undefined)?.issues
  const detail = Array.isArray(issues) && issues[0] ? ` (${issues[0].message})` : ''
  return `${faultText(error)}${detail}`
}

function refuse(error: unknown) {
  showToast({ icon: 'warning', text: wordsNow(tableWords).refused(refusalText(error)), isFault: true })
  void again()
}

/** Writes changes in portions that the service takes; each is all or nothing. */
async function write(id: string, { update = [], insert = [], delete: removed = [] }: Changes) {
  const inserted: TableRow[] = []
  const all = [
    ...removed.map((row) => ({ delete: row })),
    ...update.map((row) => ({ update: row })),
    ...insert.map((row) => ({ insert: row })),
  ]
  for (let at = 0; at < all.length; at += maxRows) {
    const portion = all.slice(at, at + maxRows)
    const answer = await client.tableRows.bulk({
      params: { id },
      body: {
        delete: portion.flatMap((one) => ('delete' in one ? [one.delete] : [])),
        update: portion.flatMap((one) => ('update' in one ? [one.update] : [])),
        insert: portion.flatMap((one) => ('insert' in one ? [one.insert] : [])),
      },
    })
    inserted.push(...answer.inserted)
  }
  return inserted
}

const undoable = (text: string, icon: 'row-edit' | 'bin' | 'row-add', undo: () => Promise<unknown>) => {
  const { undo: label } = wordsNow(tableWords)
  const run = () => void undo().then(again, refuse)
  showToast({ icon, text, action: { label, keys: 'z', run } })
}

/** Changes one cell. It is shown at once, and taken back if the service refuses it. */
export async function changeCell(tableId: string, row: TableRow, key: string, value: Values[string]) {
  const before = row.values[key] ?? null
  if (before === value) return
  const put = (next: Values[string]) => {
    showValues(row.id, { [key]: next })
    return client.tableRows.update({
      params: { id: tableId, rowId: row.id },
      body: { values: { [key]: next } },
    })
  }
  try {
    await put(value)
    undoable(wordsNow(tableWords).changed(1), 'row-edit', () => put(before))
  } catch (error) {
    showValues(row.id, { [key]: before })
    refuse(error)
  }
}

type Old = { id: string; values: Values }

/** Writes many cells and rows; `old` are the values that they replace. */
export async function changeMany(tableId: string, changes: Changes, old: Old[]) {
  const t = wordsNow(tableWords)
  for (const { id, values } of changes.update ?? []) showValues(id, values)
  try {
    const inserted = await write(tableId, changes)
    const count = (changes.update?.length ?? 0) + inserted.length
    undoable(t.changed(count), 'row-edit', () =>
      write(tableId, { update: old, delete: inserted.map(({ id }) => id) }),
    )
    await again()
  } catch (error) {
    refuse(error)
  }
}

/** Adds an empty row. Returns whether it was possible: some tables need values at once. */
export async function addRow(tableId: string, values: Values): Promise<boolean> {
  try {
    const { row } = await client.tableRows.insert({ params: { id: tableId }, body: { values } })
    undoable(wordsNow(tableWords).added, 'row-add', () => write(tableId, { delete: [row.id] }))
    await again()
    return true
  } catch (error) {
    refuse(error)
    return false
  }
}

/** Deletes rows; taking it back adds them again at the end. */
export async function deleteRows(tableId: string, rows: readonly TableRow[]) {
  const t = wordsNow(tableWords)
  try {
    await write(tableId, { delete: rows.map(({ id }) => id) })
    undoable(t.deleted(rows.length), 'bin', () =>
      write(tableId, { insert: rows.map(({ values }) => ({ values })) }),
    )
    await again()
  } catch (error) {
    refuse(error)
  }
}
