import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { After } from '../../../platform/page/newest-first.ts'
import type { MessageRow } from '../message-row.ts'
import { beyond, columns, findMailboxIds, type Lists, newer, ownMailboxes } from '../messages.store.ts'
import { findPage, type Look } from './find-page.ts'
import type { Search } from './search-sql.store.ts'

type Looked = MessageRow & { looked: number; endAt: string | null; endId: string | null }
type Asked = MessageRow & { hits: number }

/** Beyond these, matches are looked for one by one. */
const fewMatches = 6_000
const rareMatches = 2_000

/** As many as should hold a page. */
const firstLook = (limit: number, { expected }: Search) =>
  expected ? Math.min(Math.ceil((1.2 * limit) / expected.share), 5_000) : 200

async function look(
  db: Db,
  lists: Lists,
  { matches, statement }: Search,
  most: number,
): Promise<Look<MessageRow>> {
  const rows = await db.rows<Looked>(
    statement(sql`
    with chunk as materialized (
      select m.id, m.received_at from mailbox_owners b cross join lateral (
        select m.id, m.received_at from messages m
        where m.mailbox_id = b.id and ${beyond(lists.after)} order by ${newer} limit ${most}) m
      where ${ownMailboxes(lists)} order by ${newer} limit ${most}),
    ending as (select m.id, m.received_at from chunk m order by m.received_at, m.id limit 1)
    select n.looked, e.received_at as "endAt", e.id as "endId", ${columns}
    from (select count(*)::int as looked from chunk) n left join ending e on true left join (
      chunk c join messages m on m.id = c.id and (${matches}) is true join folders f on f.id = m.folder_id) on true
    order by m.received_at desc nulls last, m.id desc limit ${lists.limit}`),
  )
  return lookOf(rows)
}

/** A look that found nothing is one row without a match. */
export function lookOf<R extends { id: string; looked: number; endAt: string | null; endId: string | null }>(
  rows: R[],
): Look<R> {
  const { looked, endAt, endId } = rows[0] ?? { looked: 0, endAt: null, endId: null }
  const end: After | undefined = endAt !== null && endId !== null ? [endAt, endId] : undefined
  return { rows: rows.filter(({ id }) => id !== null), looked, end }
}

async function ask(db: Db, lists: Lists, { within, statement }: Search) {
  const rows = await db.rows<Asked>(
    statement(sql`
    with hits as materialized (
      select m.id, m.received_at from messages m
      where ${within(await findMailboxIds(db, lists))} and ${beyond(lists.after)} limit ${fewMatches + 1}),
    page as (select m.id from hits m order by ${newer} limit ${lists.limit})
    select n.hits, ${columns}
    from (select count(*)::int as hits from hits) n left join (
      page join messages m using (id) join folders f on f.id = m.folder_id) on n.hits <= ${fewMatches}
    order by m.received_at desc nulls last, m.id desc`),
  )
  return (rows[0]?.hits ?? 0) > fewMatches ? undefined : rows.filter(({ id }) => id !== null)
}

export const searchMessages = (db: Db, lists: Lists, search: Search) =>
  findPage<MessageRow>(
    {
      look: (after, most, limit) => look(db, { ...lists, after, limit }, search, most),
      ask: () => ask(db, lists, search),
      rare: search.expected !== undefined && search.expected.matches < rareMatches,
      first: firstLook(lists.limit, search),
      most: 2_000,
    },
    lists.after,
    lists.limit,
  )
