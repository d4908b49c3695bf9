import type { JournalEntry } from '@mailwright/contract/journal'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Period } from '../../platform/page/period.ts'
import { type ListQuery, ownMailboxes } from './messages.store.ts'

export type EntryRow = Static<typeof JournalEntry>
export type Outcome = EntryRow['outcome']
export type RecordRow = EntryRow & {
  mailboxId: string
  messageId: string | null
  fromName: string | null
  fromEmail: string | null
  subject: string | null
}

const columns = sql`j.id, j.outcome, j.rule_ref as "ruleRef", j.created_at as "createdAt"`
const newestFirst = sql`j.created_at desc, j.id desc`

/** Sender and subject come from the message itself, so an entry of a deleted message reveals neither. */
export const findEntries = (
  db: Db,
  listQuery: ListQuery & { outcome: Outcome | undefined; period: Period },
) =>
  db.rows<RecordRow>(sql`
    select ${columns}, j.mailbox_id as "mailboxId", m.id as "messageId", m.from_name as "fromName",
      m.from_email as "fromEmail", m.subject
    from (
      select j.* from mailbox_owners b cross join lateral (
        select * from journal_entries j
        where j.mailbox_id = b.id
          and ${listQuery.outcome ? sql`j.outcome = ${listQuery.outcome}` : sql`true`}
          and ${listQuery.period.from ? sql`j.created_at >= ${listQuery.period.from}` : sql`true`}
          and ${listQuery.period.to ? sql`j.created_at < ${listQuery.period.to}` : sql`true`}
          and ${listQuery.after ? sql`(j.created_at, j.id) < (${listQuery.after[0]}, ${listQuery.after[1]})` : sql`true`}
        order by ${newestFirst} limit ${listQuery.limit}) j
      where ${ownMailboxes(listQuery)} order by ${newestFirst} limit ${listQuery.limit}) j
    left join messages m on m.id = j.message_id
    order by ${newestFirst}`)

export const findEntryOfMessage = (db: Db, messageId: string) =>
  db.row<EntryRow>(sql`select ${columns} from journal_entries j where j.message_id = ${messageId}`)

export type NewEntry = {
  id: string
  mailboxId: string
  messageId: string
  outcome: Outcome
  ruleRef: string | null
}

/** A message has at most one entry; the first one wins. */
export const insertEntries = (db: Db, entries: NewEntry[]) =>
  db.rows<{ messageId: string }>(sql`
    insert into journal_entries (id, mailbox_id, message_id, outcome, rule_ref)
    select * from unnest(
      ${entries.map((e) => e.id)}::uuid[], ${entries.map((e) => e.mailboxId)}::uuid[],
      ${entries.map((e) => e.messageId)}::uuid[], ${entries.map((e) => e.outcome)}::text[],
      ${entries.map((e) => e.ruleRef)}::text[])
    on conflict (message_id) do nothing returning message_id as "messageId"`)

export const isOwnMessage = async (db: Db, memberId: string, id: string) =>
  (await db.row(sql`
    select from messages m join mailbox_owners b on b.id = m.mailbox_id
    where m.id = ${id} and b.member_id = ${memberId}`)) !== undefined
