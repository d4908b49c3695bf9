import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql, unprepared } from '../../platform/db/sql.ts'
import type { Address, FlagRow } from './message-row.ts'
import { fewMatches, type Lists, ownMailboxes } from './messages.store.ts'
import { inFolders } from './search/search-sql.store.ts'

export type ThreadFilter = 'all' | 'unread' | 'flagged' | 'attachments'
/** `folder` undefined: every folder, trash and spam too. */
export type ThreadLists = Lists & { folder: string | undefined; filter: ThreadFilter }

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

const newer = sql`s.last_message_at desc, s.thread_id desc`

const filters: Record<ThreadFilter, Sql> = {
  all: sql`true`,
  unread: sql`s.unread`,
  flagged: sql`s.flagged`,
  attachments: sql`s.has_attachments`,
}

const source = (folder: string | undefined) =>
  folder === undefined
    ? sql`(select id as thread_id, mailbox_id, last_message_at, unread_count > 0 as unread, flagged,
             has_attachments from threads) s`
    : sql`(select * from thread_folders where folder_key = ${folder}) s`

const wanted = ({ filter, after }: ThreadLists) =>
  after
    ? sql`${filters[filter]} and (s.last_message_at, s.thread_id) < (${after[0]}, ${after[1]})`
    : filters[filter]

export const findThreads = (db: Db, lists: ThreadLists) =>
  db.rows<ThreadRow>(sql`
    with page as (
      select s.thread_id as id from mailboxes b cross join lateral (
        select s.thread_id, s.last_message_at from ${source(lists.folder)}
        where s.mailbox_id = b.id and ${wanted(lists)}
        order by ${newer} limit ${lists.limit}) s
      where ${ownMailboxes(lists)} order by ${newer} limit ${lists.limit})
    select ${columns} from page join threads t using (id) order by t.last_message_at desc, t.id desc`)

const lookedAt = 100

/** As for messages. `matches` is a condition on a message `m` in its folder `f`; one of the thread must meet it. */
export function searchThreads(db: Db, lists: ThreadLists, matches: Sql) {
  const { folder, limit } = lists
  const mine = ownMailboxes(lists)
  const here = folder === undefined ? sql`true` : inFolders([folder])
  const found = sql`exists (
    select from messages m join folders f on f.id = m.folder_id
    where m.thread_id = s.thread_id and ${here} and (${matches}) is true offset 0)`
  return db.rows<ThreadRow>(
    unprepared(sql`
    with near as materialized (
      select s.thread_id, s.last_message_at from (
        select s.* from mailboxes b cross join lateral (
          select s.thread_id, s.last_message_at from ${source(folder)}
          where s.mailbox_id = b.id and ${wanted(lists)} order by ${newer} limit ${lookedAt}) s
        where ${mine} order by ${newer} limit ${lookedAt}) s
      where ${found} order by ${newer} limit ${limit}),
    hits as materialized (
      select m.thread_id from messages m join folders f on f.id = m.folder_id
      where (select count(*) from near) < ${limit} and ${matches} and ${here} limit ${fewMatches + 1}),
    sorted as (
      select s.thread_id from (
        select distinct thread_id from hits where (select count(*) from hits) <= ${fewMatches}) h
      join ${source(folder)} using (thread_id)
      where ${wanted(lists)} order by ${newer} limit ${limit}),
    walked as (
      select s.thread_id from mailboxes b cross join lateral (
        select s.thread_id, s.last_message_at from ${source(folder)}
        where s.mailbox_id = b.id and (select count(*) from hits) > ${fewMatches} and ${wanted(lists)} and ${found}
        order by ${newer} limit ${limit}) s
      where ${mine} order by ${newer} limit ${limit}),
    page as (
      select thread_id as id from near where (select count(*) from near) >= ${limit}
      union all select thread_id from sorted union all select thread_id from walked)
    select ${columns} from page join threads t using (id) order by t.last_message_at desc, t.id desc`),
  )
}

export const findThread = (db: Db, memberId: string, id: string) =>
  db.row<ThreadRow>(sql`
    select ${columns} from threads t join mailboxes b on b.id = t.mailbox_id
    where t.id = ${id} and b.member_id = ${memberId}`)
