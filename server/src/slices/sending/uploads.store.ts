import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type UploadRow = { id: string; filename: string; mime: string; size: number }

/** Null content means that the bytes are in the object store. */
export const insertUpload = (db: Db, memberId: string, u: UploadRow, content: Buffer | null) =>
  db.run(sql`
    insert into uploaded_files (id, member_id, filename, mime, size, content)
    values (${u.id}, ${memberId}, ${u.filename}, ${u.mime}, ${u.size}, ${content})`)

/** Marks the member's uploads as used, so that they are kept until the mail is composed. */
export const useUploads = (db: Db, memberId: string, ids: string[]) =>
  db.rows<{ id: string; size: number }>(sql`
    update uploaded_files set used_at = coalesce(used_at, now())
    where id = any (${ids}::uuid[]) and member_id = ${memberId} returning id, size`)

export const findUploads = (db: Db, ids: string[]) =>
  db.rows<UploadRow & { content: Buffer | null }>(sql`
    select f.id, filename, mime, size, content
    from unnest(${ids}::uuid[]) with ordinality as requested (id, position) join uploaded_files f using (id)
    order by position`)

/** Deletes files older than a day that no mail still to be composed refers to. */
export const purgeUploads = (db: Db, batch: number) =>
  db.run(sql`
    delete from uploaded_files where id in (
      select f.id from uploaded_files f
      where f.created_at < now() - interval '24 hours' and (f.used_at is null or not exists (
        select from outgoing_messages o
        where o.attachment_ids @> array[f.id] and o.source is null and o.attachment_ids <> '{}'
          and o.send_status in ('pending', 'held', 'running')))
      limit ${batch} for update skip locked)`)
