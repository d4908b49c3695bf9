import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export const findAppliedMigrations = async (db: Db) =>
  (await db.rows<{ name: string }>(sql`select name from schema_migrations`)).map((row) => row.name)
