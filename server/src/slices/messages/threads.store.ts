import type { Db } from '../../platform/db/database.ts'
import { quick, type Sql, sql, textOnly } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'
import { type ListQuery, ownMailboxes } from './messages.store.ts'

export type ThreadFilter = 'all' | 'unread' | 'flagged' | 'attachments'
/** `folder` undefined means all folders, including trash and spam. */
export type ThreadListQuery = ListQuery & { folder: string | undefined; filter: ThreadFilter }

/** `summary` is the thread as JSON. */
export type ListedThread = { id: string; summary: string }

export const threadOrder = sql`s.last_message_at desc, s.thread_id desc`

/**
 * The threads of a page as one text: reading them as rows takes twice as long. A subquery instead of a join, since the
 * planner would add a cache of threads to the join, which costs a tenth of the statement and never has a hit.
 */
export const summaries = sql`string_agg(
  (select t.summary from threads t where t.id = s.thread_id), ',' || chr(10) order by ${threadOrder})`

/** JSON contains no line breaks of its own. */
const separator = ',\n'
const beginning = /^\{"lastMessageAt" : "([^"]+)", "id" : "([^"]+)"/

function positionOf(summary: string): After {
  const [, lastMessageAt = '', id = ''] = beginning.exec(summary) ?? []
  return [lastMessageAt, id]
}

/** Null if there are none. */
export const splitThreads = (text: string | null): ListedThread[] =>
  text?.split(separator).map((summary) => ({ id: positionOf(summary)[1], summary })) ?? []

export const joinThreads = (threads: ListedThread[]) => threads.map(({ summary }) => summary).join(separator)

/** The first `limit` threads, and the position of the last of them if there are more. */
export function cutToPage(text: string, limit: number) {
  let end = -1
  for (let count = 0; count < limit; count += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return { text, last: undefined }
  }
  const page = text.slice(0, end + 1 - separator.length)
  return { text: page, last: positionOf(page.slice(page.lastIndexOf('\n') + 1)) }
}

const filters: Record<ThreadFilter, Sql> = {
  all: sql`true`,
  unread: sql`s.unread`,
  flagged: sql`s.flagged`,
  attachments: sql`s.has_attachments`,
}

export const threadSource = (folder: string | undefined) =>
  folder === undefined
    ? sql`(select id as thread_id, mailbox_id, last_message_at, unread_count > 0 as unread, flagged,
             has_attachments from threads) s`
    : sql`(select * from thread_folders where folder_key = ${folder}) s`

export const matchesList = ({ filter, after }: ThreadListQuery) =>
  after
    ? sql`${filters[filter]} and (s.last_message_at, s.thread_id) < (${after[0]}, ${after[1]})`
    : filters[filter]

/** One text, as `joinThreads` makes it; empty if there are none. */
export async function findThreads(db: Db, listQuery: ThreadListQuery) {
  const [text] = (await db.row<[text: string | null]>(
    textOnly(
      quick(sql`
    select ${summaries} from (
      select s.thread_id, s.last_message_at from mailbox_owners b cross join lateral (
        select s.thread_id, s.last_message_at from ${threadSource(listQuery.folder)}
        where s.mailbox_id = b.id and ${matchesList(listQuery)}
        order by ${threadOrder} limit ${listQuery.limit}) s
      where ${ownMailboxes(listQuery)} order by ${threadOrder} limit ${listQuery.limit}) s`),
    ),
  )) ?? [null]
  return text ?? ''
}
