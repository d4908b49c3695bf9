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
