import type { Db } from '../../platform/db/database.ts'
import { compile, type Sql } from '../../platform/db/sql.ts'
import { countRows } from './rows.store.ts'
import type { Table } from './table.ts'

// Counting half a million rows is slow, and paging asks for the same count each time. A count is valid until the next
// write to the table, which `writeCount` shows. Only for transactions without writes of their own, since those could
// be rolled back.

const maxCounts = 500
const counts = new Map<string, { writeCount: number; count: number }>()

export async function countFiltered(db: Db, table: Table, where: Sql): Promise<number> {
  const { text, values } = compile({ ...where, unprepared: true })
  const cacheKey = JSON.stringify([table.id, table.updatedAt, text, values])
  const cached = counts.get(cacheKey)
  if (cached?.writeCount === table.writeCount) return cached.count
  const count = await countRows(db, table, where)
  counts.delete(cacheKey)
  counts.set(cacheKey, { writeCount: table.writeCount, count })
  const [oldest] = counts.keys()
  if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest)
  return count
}
