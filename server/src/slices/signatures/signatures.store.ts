import type { Static } from '@mailwright/contract/schema'
import type { Signature } from '@mailwright/contract/signatures'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type SignatureRow = Static<typeof Signature>
/** A member's id, or null for the organisation. */
export type Owner = string | null

const columns = sql`
  id, case when member_id is null then 'org' else 'member' end as scope, name, body_text as "bodyText",
  body_html as "bodyHtml", is_default as "isDefault", created_at as "createdAt", updated_at as "updatedAt"`

/** The member's own first, then the organisation's. */
export const findSignatures = (db: Db, memberId: string) =>
  db.rows<SignatureRow>(sql`
    select ${columns} from signatures where member_id = ${memberId} or member_id is null
    order by member_id is null, created_at, id`)

export const findVisibleSignature = (db: Db, memberId: string, id: string) =>
  db.row<SignatureRow>(sql`
    select ${columns} from signatures where id = ${id} and (member_id = ${memberId} or member_id is null)`)

export const signatureIsVisible = async (db: Db, memberId: string, id: string) =>
  (await db.row(sql`
    select from signatures where id = ${id} and (member_id = ${memberId} or member_id is null)`)) !==
  undefined

/** Those of the ids that name a signature the member may use. */
export const findVisibleSignatureIds = async (db: Db, memberId: string, ids: string[]) => {
  const rows = await db.rows<{ id: string }>(sql`
    select id from signatures where id = any(${ids}::uuid[]) and (member_id = ${memberId} or member_id is null)`)
  const found = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => found.has(id.toLowerCase())))
}

export type NewSignature = {
  id: string
  owner: Owner
  name: string
  bodyText: string
  bodyHtml: string
  isDefault: boolean
}
export const insertSignature = (db: Db, s: NewSignature) =>
  db.row<SignatureRow>(sql`
    insert into signatures (id, member_id, name, body_text, body_html, is_default)
    values (${s.id}, ${s.owner}, ${s.name}, ${s.bodyText}, ${s.bodyHtml}, ${s.isDefault})
    returning ${columns}`)

export type Changes = { name?: string; bodyText?: string; bodyHtml?: string; isDefault?: boolean }
/** Updates the member's own signature or, for administrators, the organisation's. */
export const updateSignature = (db: Db, id: string, memberId: string, isAdmin: boolean, c: Changes) =>
  db.row<SignatureRow>(sql`
    update signatures set
      name = coalesce(${c.name ?? null}, name),
      body_text = coalesce(${c.bodyText ?? null}, body_text),
      body_html = coalesce(${c.bodyHtml ?? null}, body_html),
      is_default = coalesce(${c.isDefault ?? null}, is_default),
      updated_at = now()
    where id = ${id} and (member_id = ${memberId} or (member_id is null and ${isAdmin}))
    returning ${columns}`)

/** An owner has at most one default, so the others are cleared first. */
export const clearDefault = (db: Db, owner: Owner, except: string) =>
  db.run(sql`
    update signatures set is_default = false
    where member_id is not distinct from ${owner} and is_default and id <> ${except}`)

export const findOwner = (db: Db, id: string, memberId: string, isAdmin: boolean) =>
  db.row<{ owner: Owner }>(sql`
    select member_id as owner from signatures
    where id = ${id} and (member_id = ${memberId} or (member_id is null and ${isAdmin})) for update`)

export const deleteSignature = (db: Db, id: string, memberId: string, isAdmin: boolean) =>
  db.run(sql`
    delete from signatures
    where id = ${id} and (member_id = ${memberId} or (member_id is null and ${isAdmin}))`)
