import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { findMailboxIds, ownMailboxes } from '../messages.store.ts'
import { type ListedThread, listColumns, newer, source, type ThreadLists, wanted } from '../threads.store.ts'
import { findPage, type ScanResult } from './find-page.ts'
import { toScanResult } from './search-messages.store.ts'
import { inFolders, type Search } from './search-sql.store.ts'

type ScannedRow = ListedThread & { scanned: number; endAt: string | null; endId: string | null }
type IndexRow = ListedThread & { hits: number }

// A match from the word index costs more than a thread that the word filter excludes.
const maxIndexMatches = 3_000
const maxRareMatches = 1_600

const inSearchedFolder = (lists: ThreadLists) =>
  lists.folder === undefined ? sql`true` : inFolders(lists, [lists.folder])

async function scan(
  db: Db,
  lists: ThreadLists,
  { matches, hashChars, statement }: Search,
  count: number,
): Promise<ScanResult<ListedThread>> {
  const rows = await db.rows<ScannedRow>(
    statement(sql`
    with chunk as materialized (
      select s.thread_id, s.last_message_at from mailbox_owners b cross join lateral (
        select s.thread_id, s.last_message_at from ${source(lists.folder)}
        where s.mailbox_id = b.id and ${wanted(lists)} order by ${newer} limit ${count}) s
      where ${ownMailboxes(lists)} order by ${newer} limit ${count}),
    hits as materialized (
      select s.thread_id from chunk s where case when coalesce(
        (select strpos(w.words, ${hashChars[0]}) > 0 and strpos(w.words, ${hashChars[1]}) > 0
          from thread_words w where w.thread_id = s.thread_id), true)
      then exists (
        select from messages m where m.thread_id = s.thread_id and (${matches}) is true and ${inSearchedFolder(lists)} offset 0)
      else false end),
    ending as (select s.thread_id, s.last_message_at from chunk s order by s.last_message_at, s.thread_id limit 1)
    select n.scanned, e.last_message_at as "endAt", e.thread_id as "endId", ${listColumns}
    from (select count(*)::int as scanned from chunk) n left join ending e on true
      left join (hits h join threads t on t.id = h.thread_id) on true
    order by t.last_message_at desc nulls last, t.id desc limit ${lists.limit}`),
  )
  return toScanResult(rows)
}

async function queryIndex(db: Db, lists: ThreadLists, { within, statement }: Search) {
  const rows = await db.rows<IndexRow>(
    statement(sql`
    with hits as materialized (
      select m.thread_id from messages m
      where ${within(await findMailboxIds(db, lists))} and ${inSearchedFolder(lists)} limit ${maxIndexMatches + 1}),
    page as (
      select s.thread_id from (
        select distinct thread_id from hits where (select count(*) from hits) <= ${maxIndexMatches}) h
      cross join lateral (
        select s.* from ${source(lists.folder)} where s.thread_id = h.thread_id offset 0) s
      where ${wanted(lists)} order by ${newer} limit ${lists.limit})
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
export const searchThreads = (db: Db, lists: ThreadLists, search: Search) =>
  findPage<ListedThread>(
    {
      scan: (after, count, limit) => scan(db, { ...lists, after, limit }, search, count),
      queryIndex: () => queryIndex(db, lists, search),
      isRare: search.expected !== undefined && search.expected.matches < maxRareMatches,
      initialScan: initialScanSize(lists.limit, search),
      maxScan: 3_000,
    },
    lists.after,
    lists.limit,
  )
