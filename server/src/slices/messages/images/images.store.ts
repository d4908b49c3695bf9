import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Undefined unless the message is the member's. */
export const findPlace = (db: Db, memberId: string, id: string) =>
  db.row<{ isSpam: boolean }>(sql`
    select f.role is not distinct from 'spam' or 'spam' = any(m.labels) as "isSpam"
    from messages m join mailbox_owners b on b.id = m.mailbox_id join folders f on f.id = m.folder_id
    where m.id = ${id} and b.member_id = ${memberId}`)

export const findHtml = async (db: Db, messageId: string) =>
  (
    await db.row<{ html: string | null }>(
      sql`select body_html as html from message_bodies where message_id = ${messageId}`,
    )
  )?.html

type SenderRow = { id: string; email: string; createdAt: string }
const columns = sql`id, email, created_at as "createdAt"`
const maxSenders = 1_000

export const findSenders = (db: Db, memberId: string) =>
  db.rows<SenderRow>(sql`
    select ${columns} from remote_image_senders where member_id = ${memberId}
    order by created_at desc, id desc limit ${maxSenders}`)

/** A sender that is known already stays as it is; the oldest make room. */
export const insertSender = (db: Db, sender: { id: string; memberId: string; email: string }) =>
  db.row<SenderRow>(sql`
    with crowded as (
      delete from remote_image_senders where id in (
        select id from remote_image_senders where member_id = ${sender.memberId} and email <> ${sender.email}
        order by created_at desc, id desc offset ${maxSenders - 1}))
    insert into remote_image_senders (id, member_id, email)
    values (${sender.id}, ${sender.memberId}, ${sender.email})
    on conflict (member_id, email) do update set email = excluded.email
    returning ${columns}`)

export const deleteSender = (db: Db, memberId: string, id: string) =>
  db.run(sql`delete from remote_image_senders where id = ${id} and member_id = ${memberId}`)
