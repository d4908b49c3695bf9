import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { findMailboxIds, ownMailboxes } from '../messages.store.ts'
import {
  type ListedThread,
  listColumns,
  matchesList,
  type ThreadListQuery,
  threadOrder,
  threadSource,
} from '../threads.store.ts'
import { findPage, type ScanResult } from './find-page.ts'
import { toScanResult } from './search-messages.store.ts'
import { inFolders, type Search } from './search-sql.store.ts'

type ScannedRow = ListedThread & { scanned: number; endAt: string | null; endId: string | null }
type IndexRow = ListedThread & { hits: number }

// A match from the word index costs more than a thread that the word filter excludes.
const maxIndexMatches = 3_000
const maxRareMatches = 1_600

const inSearchedFolder = (listQuery: ThreadListQuery) =>
  listQuery.folder === undefined ? sql`true` : inFolders(listQuery, [listQuery.folder])

async function scan(
  db: Db,
  listQuery: ThreadListQuery,
  { matches, hashChars, statement }: Search,
  count: number,
): Promise<ScanResult<ListedThread>> {
  const rows = await db.rows<ScannedRow>(
    statement(sql`
    with chunk as materialized (
      select s.thread_id, s.last_message_at from mailbox_owners b cross join lateral (
        select s.thread_id, s.last_message_at from ${threadSource(listQuery.folder)}
        where s.mailbox_id = b.id and ${matchesList(listQuery)} order by ${threadOrder} limit ${count}) s
      where ${ownMailboxes(listQuery)} order by ${threadOrder} limit ${count}),
    hits as materialized (
      select s.thread_id from chunk s where case when coalesce(
        (select strpos(w.words, ${hashChars[0]}) > 0 and strpos(w.words, ${hashChars[1]}) > 0
          from thread_words w where w.thread_id = s.thread_id), true)
      then exists (
        select from messages m where m.thread_id = s.thread_id and (${matches}) is true and ${inSearchedFolder(listQuery)} offset 0)
      else false end),
    ending as (select s.thread_id, s.last_message_at from chunk s order by s.last_message_at, s.thread_id limit 1)
    select n.scanned, e.last_message_at as "endAt", e.thread_id as "endId", ${listColumns}
    from (select count(*)::int as scanned from chunk) n left join ending e on true
      left join (hits h join threads t on t.id = h.thread_id) on true
    order by t.last_message_at desc nulls last, t.id desc limit ${listQuery.limit}`),
  )
  return toScanResult(rows)
}

async function queryIndex(db: Db, listQuery: ThreadListQuery, { within, statement }: Search) {
  const rows = await db.rows<IndexRow>(
    statement(sql`
    with hits as materialized (
      select m.thread_id from messages m
      where ${within(await findMailboxIds(db, listQuery))} and ${inSearchedFolder(listQuery)} limit ${maxIndexMatches + 1}),
    page as (
      select s.thread_id from (
        select distinct thread_id from hits where (select count(*) from hits) <= ${maxIndexMatches}) h
      cross join lateral (
        select s.* from ${threadSource(listQuery.folder)} where s.thread_id = h.thread_id offset 0) s
      where ${matchesList(listQuery)} order by ${threadOrder} limit ${listQuery.limit})
    select n.hits, ${listColumns}
    from (select count(*)::int as hits from hits) n left join (page p join threads t on t.id = p.thread_id) on true
    order by t.last_message_at desc nulls last, t.id desc`),
  )
  return (rows[0]?.hits ?? 0) > maxIndexMatches ? undefined : rows.filter(({ id }) => id !== null)
}

/** The number of threads expected to contain a page of matches. A thread matches more often than a single message. */
const initialScanSize = (limit: number, { expected }: Search) =>
  expected ? Math.min(Math.ceil(limit / Math.min(1, 4.5 * expected.share)), 2_000) : 100

/** A thread matches when one of its messages in the searched folder does. */
export const searchThreads = (db: Db, listQuery: ThreadListQuery, search: Search) =>
  findPage<ListedThread>(
    {
      scan: (after, count, limit) => scan(db, { ...listQuery, after, limit }, search, count),
      queryIndex: () => queryIndex(db, listQuery, search),
      isRare: search.expected !== undefined && search.expected.matches < maxRareMatches,
      initialScan: initialScanSize(listQuery.limit, search),
      maxScan: 3_000,
    },
    listQuery.after,
    listQuery.limit,
  )
