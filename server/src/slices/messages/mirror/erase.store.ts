import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

/** Ordered so that no row refers to a table that is erased before its own. */
export const erasableTables: readonly Sql[] = [
  sql`message_ops`,
  sql`thread_action_tokens`,
  sql`journal_entries`,
  sql`messages`,
  sql`thread_refs`,
  sql`thread_folders`,
  sql`threads`,
  sql`folders`,
]

/** Only for a mailbox without an owner. */
export const eraseBatch = (db: Db, table: Sql, mailboxId: string, batch: number) =>
  db.run(sql`
    delete from ${table} where ctid = any (array(
      select t.ctid from ${table} t join mailbox_owners b on b.id = t.mailbox_id
      where t.mailbox_id = ${mailboxId} and b.member_id is null limit ${batch}))`)
