import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** The ids that belong to messages of the member. */
export const findOwnMessages = async (db: Db, memberId: string, ids: readonly string[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select m.id from messages m join mailbox_owners b on b.id = m.mailbox_id
        where m.id = any (${ids}::uuid[]) and b.member_id = ${memberId}`)
    ).map((row) => row.id),
  )

/** The oldest message of the member with each `Message-ID`, given without angle brackets. */
export const findIdsByHeader = async (db: Db, memberId: string, headers: readonly string[]) =>
  new Map(
    (
      await db.rows<{ id: string; header: string }>(sql`
        select distinct on (m.message_id_header) m.message_id_header as header, m.id
        from mailbox_owners b join messages m on m.mailbox_id = b.id
        where b.member_id = ${memberId} and m.message_id_header = any (${headers}::text[])
        order by m.message_id_header, m.id`)
    ).map(({ header, id }) => [header, id]),
  )

// A message may be in several folders.
const copiesOfOne = 3

/** The newest messages that the member has received, in all mailboxes or some; copies in several folders once. */
export async function findRecentReceived(
  db: Db,
  memberId: string,
  mailboxIds: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string; header: string | null }>(sql`
    select m.id, m.message_id_header as header
    from mailbox_owners b cross join lateral (
      select m.id, m.message_id_header, m.received_at from messages m join folders f on f.id = m.folder_id
      where m.mailbox_id = b.id and not m.draft and not m.sent and not m.is_from_self
        and (f.role is null or f.role not in ('sent', 'drafts', 'spam', 'trash'))
      order by m.received_at desc, m.id desc limit ${limit * copiesOfOne}
    ) m
    where b.member_id = ${memberId} and (${mailboxIds}::uuid[] is null or b.id = any (${mailboxIds}::uuid[]))
    order by m.received_at desc, m.id desc limit ${limit * copiesOfOne}`)
  const seen = new Set<string>()
  return rows
    .filter(({ header }) => header === null || (!seen.has(header) && seen.add(header)))
    .slice(0, limit)
    .map(({ id }) => id)
}
