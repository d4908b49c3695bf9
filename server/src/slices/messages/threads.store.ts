import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type ListQuery, ownMailboxes } from './messages.store.ts'

export type ThreadFilter = 'all' | 'unread' | 'flagged' | 'attachments'
/** `folder` undefined means all folders, including trash and spam. */
export type ThreadListQuery = ListQuery & { folder: string | undefined; filter: ThreadFilter }

/** `summary` is the thread as JSON. */
export type ListedThread = { id: string; lastMessageAt: string; summary: string }

export const threadOrder = sql`s.last_message_at desc, s.thread_id desc`

/** The threads of a page as one text: reading them as rows takes twice as long. */
export const summaries = sql`string_agg(t.summary, ',' || chr(10) order by ${threadOrder})`

const beginning = /^\{"lastMessageAt" : "([^"]+)", "id" : "([^"]+)"/

function toListed(summary: string): ListedThread {
  const [, lastMessageAt = '', id = ''] = beginning.exec(summary) ?? []
  return { id, lastMessageAt, summary }
}

/** Null if there are none. JSON contains no line breaks of its own. */
export const toListedThreads = (text: string | null) => text?.split(',\n').map(toListed) ?? []

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

export async function findThreads(db: Db, listQuery: ThreadListQuery) {
  const page = await db.row<{ text: string | null }>(sql`
    select ${summaries} as text from (
      select s.thread_id, s.last_message_at from mailbox_owners b cross join lateral (
        select s.thread_id, s.last_message_at from ${threadSource(listQuery.folder)}
        where s.mailbox_id = b.id and ${matchesList(listQuery)}
        order by ${threadOrder} limit ${listQuery.limit}) s
      where ${ownMailboxes(listQuery)} order by ${threadOrder} limit ${listQuery.limit}) s
    join threads t on t.id = s.thread_id`)
  return toListedThreads(page?.text ?? null)
}
