import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export const insertObject = (db: Db, id: string) =>
  db.run(sql`insert into uploaded_objects (id) values (${id})`)

/** Objects without a file row. Those of the last hour are skipped: their row may not be committed yet. */
export const findOrphanedObjects = async (db: Db, limit: number) =>
  (
    await db.rows<{ id: string }>(sql`
      select o.id from uploaded_objects o
      where o.created_at < now() - interval '1 hour'
        and not exists (select from uploaded_files f where f.id = o.id)
      order by o.created_at limit ${limit}`)
  ).map(({ id }) => id)

export const deleteObjects = (db: Db, ids: string[]) =>
  db.run(sql`delete from uploaded_objects where id = any (${ids}::uuid[])`)
