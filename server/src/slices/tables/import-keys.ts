import type { Db } from '../../platform/db/database.ts'
import type { ColumnValue } from './read-values.ts'
import { findKeys } from './rows.store.ts'
import { keyColumns, type Table } from './table.ts'

export type LineError = { line: number; column: string | null; message: string }
export type ReadLine = { line: number; given: ColumnValue[] }

const batchSize = 5_000

/** The lines whose key is already used by another line or an existing row. */
export async function findTakenKeys(db: Db, table: Table, lines: ReadLine[]): Promise<LineError[]> {
  const keys = keyColumns(table)
  if (!table.keyUnique || keys.length === 0) return []
  const column = keys.length === 1 ? (keys[0]?.key ?? null) : null
  const errors: LineError[] = []
  const lineOfKey = new Map<string, number>()
  for (const { line, given } of lines) {
    const values = keys.map((key) => given.find(({ column }) => column === key)?.value ?? null)
    // Rows with an empty key have no key.
    if (values.includes(null)) continue
    const keyText = JSON.stringify(values)
    const first = lineOfKey.get(keyText)
    if (first === undefined) lineOfKey.set(keyText, line)
    else errors.push({ line, column, message: `has the same key as line ${first}` })
  }
  const keyTexts = [...lineOfKey.keys()]
  for (let at = 0; at < keyTexts.length; at += batchSize) {
    const chunk = keyTexts.slice(at, at + batchSize)
    for (const index of await findKeys(
      db,
      table,
      chunk.map((text) => JSON.parse(text)),
    ))
      errors.push({
        line: lineOfKey.get(chunk[index] ?? '') ?? 0,
        column,
        message: 'has a key that already exists',
      })
  }
  return errors
}
