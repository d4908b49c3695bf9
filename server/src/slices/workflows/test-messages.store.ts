import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export const findTestMessages = async (db: Db, workflowId: string) =>
  (
    await db.rows<{ messageId: string }>(sql`
      select message_id as "messageId" from workflow_test_messages
      where workflow_id = ${workflowId} order by position`)
  ).map((row) => row.messageId)

export const deleteTestMessages = (db: Db, workflowId: string) =>
  db.run(sql`delete from workflow_test_messages where workflow_id = ${workflowId}`)

export const insertTestMessages = (db: Db, workflowId: string, messageIds: string[]) =>
  db.run(sql`
    insert into workflow_test_messages (workflow_id, position, message_id)
    select ${workflowId}, position - 1, id
    from unnest(${messageIds}::uuid[]) with ordinality as given (id, position)`)
