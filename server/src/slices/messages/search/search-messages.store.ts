import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { After } from '../../../platform/page/newest-first.ts'
import type { MessageRow } from '../message-row.ts'
import {
  afterCursor,
  findOwnMailboxes,
  type ListQuery,
  messageColumns,
  messageOrder,
  ownMailboxes,
} from '../messages.store.ts'
import { findPage, type ScanResult } from './find-page.ts'
import type { Search } from './search-sql.store.ts'

type ScannedRow = MessageRow & { scanned: number; endAt: string | null; endId: string | null }
type IndexRow = MessageRow & { hits: number }

/** Above this number of matches the rows are scanned one by one. */
const maxIndexMatches = 6_000
const maxRareMatches = 2_000

/** The number of rows expected to contain a page of matches. */
const initialScanSize = (limit: number, { expected }: Search) =>
  expected ? Math.min(Math.ceil((1.2 * limit) / expected.share), 5_000) : 200

export const positionOf = (at: string | null, id: string | null): After | undefined =>
  at !== null && id !== null ? [at, id] : undefined

async function scan(
  db: Db,
  listQuery: ListQuery,
  { matches, statement }: Search,
  count: number,
): Promise<ScanResult<MessageRow>> {
  const rows = await db.rows<ScannedRow>(
    statement(sql`
    with chunk as materialized (
      select m.id, m.received_at from mailbox_owners b cross join lateral (
        select m.id, m.received_at from messages m
        where m.mailbox_id = b.id and ${afterCursor(listQuery.after)} order by ${messageOrder} limit ${count}) m
      where ${ownMailboxes(listQuery)} order by ${messageOrder} limit ${count}),
    ending as (select m.id, m.received_at from chunk m order by m.received_at, m.id limit 1)
    select n.scanned, e.received_at as "endAt", e.id as "endId", ${messageColumns}
    from (select count(*)::int as scanned from chunk) n left join ending e on true left join (
      chunk c join messages m on m.id = c.id and (${matches}) is true join folders f on f.id = m.folder_id) on true
    order by m.received_at desc nulls last, m.id desc limit ${listQuery.limit}`),
  )
  // Without matches there is one row whose columns of the match are null.
  const { scanned, endAt, endId } = rows[0] ?? { scanned: 0, endAt: null, endId: null }
  return { rows: rows.filter(({ id }) => id !== null), scanned, end: positionOf(endAt, endId) }
}

async function queryIndex(db: Db, listQuery: ListQuery, { within, statement }: Search) {
  const rows = await db.rows<IndexRow>(
    statement(sql`
    with hits as materialized (
      select m.id, m.received_at from messages m
      where ${within(await findOwnMailboxes(db, listQuery))} and ${afterCursor(listQuery.after)} limit ${maxIndexMatches + 1}),
    page as (select m.id from hits m order by ${messageOrder} limit ${listQuery.limit})
    select n.hits, ${messageColumns}
    from (select count(*)::int as hits from hits) n left join (
      page join messages m using (id) join folders f on f.id = m.folder_id) on n.hits <= ${maxIndexMatches}
    order by m.received_at desc nulls last, m.id desc`),
  )
  return (rows[0]?.hits ?? 0) > maxIndexMatches ? undefined : rows.filter(({ id }) => id !== null)
}

export const searchMessages = (db: Db, listQuery: ListQuery, search: Search) =>
  findPage<MessageRow>(
    {
      scan: (after, count, limit) => scan(db, { ...listQuery, after, limit }, search, count),
      queryIndex: () => queryIndex(db, listQuery, search),
      isRare: search.expected !== undefined && search.expected.matches < maxRareMatches,
      initialScan: initialScanSize(listQuery.limit, search),
      maxScan: 2_000,
    },
    listQuery.after,
    listQuery.limit,
  )
