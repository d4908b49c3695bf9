import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Address, FlagRow } from './message-row.ts'
import { type ListQuery, ownMailboxes } from './messages.store.ts'

export type ThreadFilter = 'all' | 'unread' | 'flagged' | 'attachments'
/** `folder` undefined means all folders, including trash and spam. */
export type ThreadListQuery = ListQuery & { folder: string | undefined; filter: ThreadFilter }

export type ThreadRow = FlagRow & {
  id: string
  mailboxId: string
  subject: string | null
  lastMessageAt: string
  messageCount: number
  unreadCount: number
  participants: Address[]
  participantCount: number
  snippet: string | null
  hasAttachments: boolean
  classification: Record<string, unknown>
}

const columns = sql`
  t.id, t.mailbox_id as "mailboxId", t.subject, t.last_message_at as "lastMessageAt",
  t.message_count as "messageCount", t.unread_count as "unreadCount", t.participants,
  t.participant_count as "participantCount", t.snippet, t.has_attachments as "hasAttachments",
  t.seen, t.flagged, t.draft, t.sent, t.classification`

/** `summary` is the thread as JSON without its time, which a generated column cannot contain as text. */
export type ListedThread = { id: string; lastMessageAt: string; summary: string }

export const listColumns = sql`t.id, t.last_message_at as "lastMessageAt", t.summary`

export const threadOrder = sql`s.last_message_at desc, s.thread_id desc`

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

export const findThreads = (db: Db, listQuery: ThreadListQuery) =>
  db.rows<ListedThread>(sql`
    select ${listColumns} from (
      select s.thread_id, s.last_message_at from mailbox_owners b cross join lateral (
        select s.thread_id, s.last_message_at from ${threadSource(listQuery.folder)}
        where s.mailbox_id = b.id and ${matchesList(listQuery)}
        order by ${threadOrder} limit ${listQuery.limit}) s
      where ${ownMailboxes(listQuery)} order by ${threadOrder} limit ${listQuery.limit}) s
    join threads t on t.id = s.thread_id order by ${threadOrder}`)

export const findThread = (db: Db, memberId: string, id: string) =>
  db.row<ThreadRow>(sql`
    select ${columns} from threads t join mailbox_owners b on b.id = t.mailbox_id
    where t.id = ${id} and b.member_id = ${memberId}`)
