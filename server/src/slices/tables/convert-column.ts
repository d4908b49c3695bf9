import type { Db } from '../../platform/db/database.ts'
import { type FilledCell, fillColumn, findFilled, removeSearchText } from './conversion.store.ts'
import { readCell } from './read-cell.ts'
import { type Issue, invalid } from './read-values.ts'
import { addToShape, dropFromShape, indexColumn } from './shape.store.ts'
import { type Column, isText, type Table } from './table.ts'

const batchSize = 5_000
const maxIssues = 20

function convert(cells: FilledCell[], to: Column) {
  const converted: FilledCell[] = []
  const issues: Issue[] = []
  for (const { id, value } of cells) {
    const reading = readCell(to, value, Number.POSITIVE_INFINITY)
    if ('problem' in reading) issues.push({ path: `/rows/${id}`, message: reading.problem })
    else if (reading.value !== null) converted.push({ id, value: reading.value })
  }
  return { converted, issues }
}

/** Re-reads every cell by the rules for writing. One cell that cannot be converted rejects the change. */
export async function convertColumn(db: Db, table: Table, from: Column, to: Column) {
  await addToShape(db, table, to)
  const issues: Issue[] = []
  let after = 0
  for (;;) {
    const cells = await findFilled(db, table, from, after, batchSize)
    const last = cells.at(-1)
    if (!last) break
    const result = convert(cells, to)
    issues.push(...result.issues)
    if (issues.length >= maxIssues) break
    if (issues.length === 0) await fillColumn(db, table, to, result.converted)
    after = last.id
  }
  if (issues.length > 0) throw invalid(issues)
  if (isText(from)) await removeSearchText(db, table, from)
  await dropFromShape(db, table, from)
  await indexColumn(db, table, to)
}
