import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A mail that a member has written to somebody, in whatever program. */
export type Answer = {
  id: string
  /** The oldest row with its Message-ID: itself, unless it is a copy. A draft does not count: it becomes the mail. */
  firstId: string
  threadId: string
  inReplyTo: string | null
  /** The earlier of its two dates: a copy may have been stored years later. */
  at: string
  /** In lower case. */
  recipients: string[]
}

/**
 * The member's own mail: what is in Sent, and nothing else. Anybody can write mail that names the member as its sender,
 * and the mail server delivers it. Automatic mail is no answer.
 */
const answers = (memberId: string) => sql`
  select m.id, m.thread_id as "threadId", m.in_reply_to as "inReplyTo", least(m.received_at, m.written_at) as at,
    array(select lower(person ->> 'email') from jsonb_array_elements(
      coalesce(t.headers -> 'to', '[]') || coalesce(t.headers -> 'cc', '[]') || coalesce(t.headers -> 'bcc', '[]')
    ) person) as recipients,
    coalesce((
      select twin.id from messages twin join folders place on place.id = twin.folder_id
      where twin.mailbox_id = m.mailbox_id and twin.message_id_header = m.message_id_header and twin.id < m.id
        and not twin.draft and place.role is distinct from 'drafts'
      order by twin.id limit 1), m.id) as "firstId"
  from messages m join folders f on f.id = m.folder_id join message_bodies t on t.message_id = m.id
  join mailbox_owners b on b.id = m.mailbox_id
  where b.member_id = ${memberId}
    and not m.draft and not 'drafts' = any (m.labels) and coalesce(f.role, '') not in ('trash', 'spam')
    and not m.is_auto_reply and not m.is_bounce and not m.signal_reasons ? 'isOwnLoop'
    and (f.role = 'sent' or 'sent' = any (m.labels))`

/** Those of the messages that are answers. */
export const findAnswers = (db: Db, memberId: string, ids: string[]) =>
  db.rows<Answer>(sql`${answers(memberId)} and m.id = any (${ids}::uuid[])`)

/** Answers in the thread of a message that were stored after the row with the id `since` was created. */
export const findAnswersSince = (db: Db, memberId: string, messageId: string, since: string) =>
  db.rows<Answer>(sql`
    ${answers(memberId)} and m.id > ${since}
      and m.thread_id = (select thread_id from messages where id = ${messageId})`)
