import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type UploadRow = { id: string; filename: string; mime: string; size: number }

/** Whose file it is, and how many bytes of files the member may have. */
export type UploadOwner = { memberId: string; quotaBytes: number }

/** Null content means that the bytes are in the object store. False if the file does not fit into the quota. */
export const insertUpload = async (db: Db, owner: UploadOwner, u: UploadRow, content: Buffer | null) =>
  (await db.run(sql`
    with counted as (
      insert into upload_usage as known (member_id, bytes)
      select ${owner.memberId}::uuid, ${u.size}::bigint where ${u.size}::bigint <= ${owner.quotaBytes}::bigint
      on conflict (member_id) do update set bytes = known.bytes + excluded.bytes
        where known.bytes + excluded.bytes <= ${owner.quotaBytes}::bigint
      returning member_id)
    insert into uploaded_files (id, member_id, filename, mime, size, content)
    select ${u.id}::uuid, member_id, ${u.filename}, ${u.mime}, ${u.size}::int, ${content}::bytea
    from counted`)) > 0

/** Whether the file would fit, before its bytes are sent to the object store. `insertUpload` decides. */
export const fitsQuota = async (db: Db, owner: UploadOwner, size: number) => {
  const known = await db.row<{ bytes: number }>(sql`
    select bytes::float8 as bytes from upload_usage where member_id = ${owner.memberId}`)
  return (known?.bytes ?? 0) + size <= owner.quotaBytes
}

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

/** In the order of the ids. */
export const findUploadNames = (db: Db, ids: string[]) =>
  db.rows<Omit<UploadRow, 'id'>>(sql`
    select filename, mime, size
    from unnest(${ids}::uuid[]) with ordinality as requested (id, position) join uploaded_files f using (id)
    order by position`)

/** Deletes files older than a day that no mail still to be composed refers to. */
export const purgeUploads = (db: Db, batch: number) =>
  db.run(sql`
    with deleted as (
      delete from uploaded_files where id in (
        select f.id from uploaded_files f
        where f.created_at < now() - interval '24 hours' and (f.used_at is null or not exists (
          select from outgoing_messages o
          where o.attachment_ids @> array[f.id] and o.source is null and o.attachment_ids <> '{}'
            and o.send_status in ('pending', 'held', 'running')))
        limit ${batch} for update skip locked)
      returning member_id, size
    ), freed as (
      update upload_usage u set bytes = greatest(0, u.bytes - d.bytes)
      from (select member_id, sum(size) as bytes from deleted group by 1) d where u.member_id = d.member_id
    )
    select from deleted`)
