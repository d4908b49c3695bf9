import { Readable } from 'node:stream'
import type { Query } from '@mailwright/contract/route'
import type { tableRows } from '@mailwright/contract/table-rows'
import type { Database } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { csvLine, protectText } from '../../platform/text/csv.ts'
import { whereOf } from './conditions.store.ts'
import { parseFilters, readFilters } from './read-filter.ts'
import { findRowsAfter } from './rows.store.ts'
import { isText, type Row, type Table } from './table.ts'
import { shareTable } from './use-table.ts'

type Input = Query<typeof tableRows.export>

const batchSize = 1_000

const lineOf = (table: Table, { values }: Row) =>
  csvLine(
    table.columns.map((column) => {
      const text = String(values[column.key] ?? '')
      return isText(column) ? protectText(text) : text
    }),
  )

/** Reads batches in separate statements: a slow client must not keep a transaction open. */
async function* lines(db: Database, table: Table, where: Sql | undefined, first: Row[]) {
  yield csvLine(table.columns.map(({ key }) => key))
  let rows = first
  while (rows.length > 0) {
    yield rows.map((row) => lineOf(table, row)).join('')
    if (rows.length < batchSize) return
    rows = await findRowsAfter(db, table, Number(rows.at(-1)?.id), where, batchSize)
  }
}

export async function exportRows(db: Database, idOrSlug: string, { filter, match, q }: Input) {
  const filters = parseFilters(filter)
  // Read the first batch before sending anything, so that an error can still be returned.
  const { table, where, first } = await db.transaction(async (tx) => {
    const table = await shareTable(tx, idOrSlug)
    const where = whereOf({ conditions: readFilters(table, filters), match, q })
    return { table, where, first: await findRowsAfter(tx, table, 0, where, batchSize) }
  })
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${table.slug}.csv"`,
  }
  return { stream: Readable.from(lines(db, table, where, first)), headers }
}
