import type { Db } from '../../../platform/db/database.ts'
import { join, type Sql, sql } from '../../../platform/db/sql.ts'
import { findOwnMailboxes, type OwnMailbox } from '../messages.store.ts'
import {
  type ListedThread,
  matchesList,
  splitThreads,
  summaries,
  type ThreadListQuery,
  threadOrder,
  threadSource,
} from '../threads.store.ts'
import { findPage, type ScanResult } from './find-page.ts'
import { positionOf } from './search-messages.store.ts'
import { inFolders, type Search } from './search-sql.store.ts'

type Scanned = { scanned: number; endAt: string | null; endId: string | null; text: string | null }
type Indexed = { hits: number; text: string | null }

const maxIndexMatches = 6_000
/** Walking a thread, with its word filter and some checks, takes as long as fetching so many matches from the index. */
const matchesPerWalked = 5
/** So many threads are walked per match at most: then looking up the matches costs no more. */
const walkedPerMatch = 8

const inSearchedFolder = (listQuery: ThreadListQuery) =>
  listQuery.folder === undefined ? sql`true` : inFolders(listQuery, [listQuery.folder])

/** The newest threads of these mailboxes in order. Reads no more of each index than is used. */
const newestThreads = (listQuery: ThreadListQuery, mailboxes: OwnMailbox[]): Sql =>
  join(
    mailboxes.map(
      ({ id }) => sql`(select s.thread_id, s.last_message_at from ${threadSource(listQuery.folder)}
        where s.mailbox_id = ${id} and ${matchesList(listQuery)} order by ${threadOrder})`,
    ),
    ' union all ',
  )

/** Stops at the last thread of the page, so a `count` that is too large costs nothing. */
async function scan(
  db: Db,
  listQuery: ThreadListQuery,
  { matches, hashChars, statement }: Search,
  count: number,
): Promise<ScanResult<ListedThread>> {
  const mailboxes = await findOwnMailboxes(db, listQuery)
  if (mailboxes.length === 0) return { rows: [], scanned: 0, end: undefined }
  const { limit } = listQuery
  const found = await db.row<Scanned>(
    statement(sql`
    with chunk as materialized (
      select s.* from (${newestThreads(listQuery, mailboxes)}) s order by ${threadOrder} limit ${count}),
    hits as materialized (
      select s.* from chunk s where case when coalesce(
        (select strpos(w.words, ${hashChars[0]}) > 0 and strpos(w.words, ${hashChars[1]}) > 0
          from thread_words w where w.thread_id = s.thread_id), true)
      then exists (
        select from messages m where m.thread_id = s.thread_id and (${matches}) is true and ${inSearchedFolder(listQuery)} offset 0)
      else false end order by ${threadOrder} limit ${limit}),
    counted as materialized (select count(*)::int as hits from hits),
    ending as (
      (select s.* from chunk s where (select hits from counted) < ${limit} order by s.last_message_at, s.thread_id limit 1)
      union all
      (select s.* from hits s where (select hits from counted) = ${limit} order by s.last_message_at, s.thread_id limit 1))
    select case when n.hits < ${limit} then (select count(*)::int from chunk) else ${count} end as scanned,
      e.last_message_at as "endAt", e.thread_id as "endId", (select ${summaries} from hits s) as text
    from counted n left join ending e on true`),
  )
  const { scanned, endAt, endId, text } = found ?? { scanned: 0, endAt: null, endId: null, text: null }
  return { rows: splitThreads(text), scanned, end: positionOf(endAt, endId) }
}

/**
 * Finds the newest of the matching threads. When there are many, most pages are complete after walking the newest
 * threads, a tenth of the cost of a lookup each; otherwise every match is looked up and sorted.
 */
async function queryIndex(db: Db, listQuery: ThreadListQuery, { within, statement }: Search) {
  const mailboxes = await findOwnMailboxes(db, listQuery)
  if (mailboxes.length === 0) return []
  const { limit } = listQuery
  const found = await db.row<Indexed>(
    statement(sql`
    with hits as materialized (
      select m.thread_id from messages m
      where ${within(mailboxes)} and ${inSearchedFolder(listQuery)} limit ${maxIndexMatches + 1}),
    counted as materialized (select count(*)::int as hits from hits),
    walked as materialized (
      select s.thread_id, s.last_message_at from (
        select s.* from (${newestThreads(listQuery, mailboxes)}) s order by ${threadOrder}
        limit (select case when hits between ${limit} and ${maxIndexMatches} then ${walkedPerMatch} * hits else 0 end
          from counted)) s
      where (s.thread_id in (select thread_id from hits)) is true limit ${limit}),
    page as (
      select * from walked where (select count(*) from walked) = ${limit}
      union all (
        select s.thread_id, s.last_message_at from (
          select distinct thread_id from hits where (select hits from counted) <= ${maxIndexMatches}
            and (select count(*) from walked) < ${limit}) h
        cross join lateral (
          select s.* from ${threadSource(listQuery.folder)} where s.thread_id = h.thread_id offset 0) s
        where ${matchesList(listQuery)} order by ${threadOrder} limit ${limit}))
    select hits, (select ${summaries} from page s) as text from counted`),
  )
  return (found?.hits ?? 0) > maxIndexMatches ? undefined : splitThreads(found?.text ?? null)
}

/** The number of threads expected to contain a page of matches. A thread matches more often than a single message. */
const pageOfMatches = (limit: number, share: number) => Math.ceil(limit / Math.min(1, 4.5 * share))

const isRare = (limit: number, { expected }: Search) =>
  expected !== undefined &&
  expected.matches < Math.min(maxIndexMatches / 2, matchesPerWalked * pageOfMatches(limit, expected.share))

const initialScanSize = (limit: number, { expected }: Search) =>
  expected ? Math.min(2 * pageOfMatches(limit, expected.share), 3_000) : 100

/** A thread matches when one of its messages in the searched folder does. */
export const searchThreads = (db: Db, listQuery: ThreadListQuery, search: Search) =>
  findPage<ListedThread>(
    {
      scan: (after, count, limit) => scan(db, { ...listQuery, after, limit }, search, count),
      queryIndex: () => queryIndex(db, listQuery, search),
      isRare: isRare(listQuery.limit, search),
      initialScan: initialScanSize(listQuery.limit, search),
      maxScan: 3_000,
    },
    listQuery.after,
    listQuery.limit,
  )
