import { Readable } from 'node:stream'
import type { Query } from '@mailwright/contract/route'
import type { tableRows } from '@mailwright/contract/table-rows'
import type { Database } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { whereOf } from './conditions.store.ts'
import { csvLine, protectText } from './csv.ts'
import { parseFilters, readFilters } from './read-filter.ts'
import { findAfter } from './rows.store.ts'
import { isText, type Row, type Table } from './table.ts'
import { useTable } from './use-table.ts'

type Input = Query<typeof tableRows.export>

const batch = 1_000

const lineOf = (table: Table, { values }: Row) =>
  csvLine(
    table.columns.map((column) => {
      const text = String(values[column.key] ?? '')
      return isText(column) ? protectText(text) : text
    }),
  )

/** In steps of their own: a slow reader must not keep a transaction open. */
async function* lines(db: Database, table: Table, where: Sql | undefined, first: Row[]) {
  yield csvLine(table.columns.map(({ key }) => key))
  let rows = first
  while (rows.length > 0) {
    yield rows.map((row) => lineOf(table, row)).join('')
    if (rows.length < batch) return
    rows = await findAfter(db, table, Number(rows.at(-1)?.id), where, batch)
  }
}

export async function exportRows(db: Database, idOrSlug: string, { filter, match, q }: Input) {
  const filters = parseFilters(filter)
  // The first rows are read before anything leaves, so that what is wrong can still be told.
  const begun = await db.transaction(async (held) => {
    const table = await useTable(held, idOrSlug)
    const where = whereOf({ conditions: readFilters(table, filters), match, q })
    return { table, where, first: await findAfter(held, table, 0, where, batch) }
  })
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${begun.table.slug}.csv"`,
  }
  return { stream: Readable.from(lines(db, begun.table, begun.where, begun.first)), headers }
}
