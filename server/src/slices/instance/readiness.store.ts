import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Creates the table. */
export const readinessMigration = '20261116-1900-readiness-create.sql'

/** Fails when the database refuses to write. */
export const noteReadiness = (db: Db) => db.run(sql`update readiness set checked_at = now()`)
