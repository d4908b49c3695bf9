import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { findMailboxIds, ownMailboxes } from '../messages.store.ts'
import { type ListedThread, listColumns, newer, source, type ThreadLists, wanted } from '../threads.store.ts'
import { findPage, type Look } from './find-page.ts'
import { lookOf } from './search-messages.store.ts'
import { inFolders, type Search } from './search-sql.store.ts'

type Looked = ListedThread & { looked: number; endAt: string | null; endId: string | null }
type Asked = ListedThread & { hits: number }

// What an index of words gives costs more, match by match, than a thread that its letters hold back.
const fewMatches = 3_000
const rareMatches = 1_600

const here = (lists: ThreadLists) =>
  lists.folder === undefined ? sql`true` : inFolders(lists, [lists.folder])

async function look(
  db: Db,
  lists: ThreadLists,
  { matches, letters, statement }: Search,
  most: number,
): Promise<Look<ListedThread>> {
  const rows = await db.rows<Looked>(
    statement(sql`
    with chunk as materialized (
      select s.thread_id, s.last_message_at from mailbox_owners b cross join lateral (
        select s.thread_id, s.last_message_at from ${source(lists.folder)}
        where s.mailbox_id = b.id and ${wanted(lists)} order by ${newer} limit ${most}) s
      where ${ownMailboxes(lists)} order by ${newer} limit ${most}),
    hits as materialized (
      select s.thread_id from chunk s where case when coalesce(
        (select strpos(w.words, ${letters[0]}) > 0 and strpos(w.words, ${letters[1]}) > 0
          from thread_words w where w.thread_id = s.thread_id), true)
      then exists (
        select from messages m where m.thread_id = s.thread_id and (${matches}) is true and ${here(lists)} offset 0)
      else false end),
    ending as (select s.thread_id, s.last_message_at from chunk s order by s.last_message_at, s.thread_id limit 1)
    select n.looked, e.last_message_at as "endAt", e.thread_id as "endId", ${listColumns}
    from (select count(*)::int as looked from chunk) n left join ending e on true
      left join (hits h join threads t on t.id = h.thread_id) on true
    order by t.last_message_at desc nulls last, t.id desc limit ${lists.limit}`),
  )
  return lookOf(rows)
}

async function ask(db: Db, lists: ThreadLists, { within, statement }: Search) {
  const rows = await db.rows<Asked>(
    statement(sql`
    with hits as materialized (
      select m.thread_id from messages m
      where ${within(await findMailboxIds(db, lists))} and ${here(lists)} limit ${fewMatches + 1}),
    page as (
      select s.thread_id from (
        select distinct thread_id from hits where (select count(*) from hits) <= ${fewMatches}) h
      cross join lateral (
        select s.* from ${source(lists.folder)} where s.thread_id = h.thread_id offset 0) s
      where ${wanted(lists)} order by ${newer} limit ${lists.limit})
    select n.hits, ${listColumns}
    from (select count(*)::int as hits from hits) n left join (page p join threads t on t.id = p.thread_id) on true
    order by t.last_message_at desc nulls last, t.id desc`),
  )
  return (rows[0]?.hits ?? 0) > fewMatches ? undefined : rows.filter(({ id }) => id !== null)
}

/** As many as should hold a page. A thread of several messages matches more often than one of them. */
const firstLook = (limit: number, { expected }: Search) =>
  expected ? Math.min(Math.ceil(limit / Math.min(1, 4.5 * expected.share)), 2_000) : 100

/** One message of the thread, in the folder that is searched, must match. */
export const searchThreads = (db: Db, lists: ThreadLists, search: Search) =>
  findPage<ListedThread>(
    {
      look: (after, most, limit) => look(db, { ...lists, after, limit }, search, most),
      ask: () => ask(db, lists, search),
      rare: search.expected !== undefined && search.expected.matches < rareMatches,
      first: firstLook(lists.limit, search),
      most: 3_000,
    },
    lists.after,
    lists.limit,
  )
