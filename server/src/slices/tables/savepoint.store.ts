import type { Db } from '../../platform/db/database.ts'
import { requireOwnTransaction } from '../../platform/db/shared-transaction.ts'
import { sql } from '../../platform/db/sql.ts'

/** A failure inside leaves the rest of the transaction intact. */
export async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  requireOwnTransaction(db)
  await db.run(sql`savepoint table_rows`)
  try {
    const result = await work()
    await db.run(sql`release savepoint table_rows`)
    return result
  } catch (error) {
    await db.run(sql`rollback to savepoint table_rows`)
    throw error
  }
}
