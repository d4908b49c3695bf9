import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** In an order in which nothing refers to what is deleted before it. */
export const erasable: readonly Sql[] = [
  sql`message_ops`,
  sql`journal_entries`,
  sql`messages`,
  sql`thread_refs`,
  sql`thread_folders`,
  sql`threads`,
  sql`folders`,
]

/** Only what belongs to no one any more. */
export const eraseBatch = (db: Db, table: Sql, mailboxId: string, batch: number) =>
  db.run(sql`
    delete from ${table} where ctid = any (array(
      select t.ctid from ${table} t join mailboxes m on m.id = t.mailbox_id
      where t.mailbox_id = ${mailboxId} and m.member_id is null limit ${batch}))`)

export const deleteMailbox = (db: Db, id: string) =>
  db.run(sql`delete from mailboxes where id = ${id} and member_id is null`)
