import type { Db } from '../../platform/db/database.ts'
import { compile, type Sql } from '../../platform/db/sql.ts'
import { countRows } from './rows.store.ts'
import type { Table } from './table.ts'

// Counting half a million rows takes its time, and whoever turns the pages asks for the same count each time. It
// holds as long as nobody has written to the table, which the number of its writes tells. Only for transactions that
// write nothing themselves: what they wrote could be rolled back.

const maxCounts = 500
const counts = new Map<string, { writeCount: number; count: number }>()

export async function countFiltered(db: Db, table: Table, where: Sql): Promise<number> {
  const { text, values } = compile({ ...where, unprepared: true })
  const asked = JSON.stringify([table.id, table.updatedAt, text, values])
  const known = counts.get(asked)
  if (known?.writeCount === table.writeCount) return known.count
  const count = await countRows(db, table, where)
  counts.delete(asked)
  counts.set(asked, { writeCount: table.writeCount, count })
  const [oldest] = counts.keys()
  if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest)
  return count
}
