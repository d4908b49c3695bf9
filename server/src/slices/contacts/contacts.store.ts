import type { Contact } from '@mailwright/contract/contacts'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { all, type Sql, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'

export type ContactRow = Static<typeof Contact>

const columns = sql`
  id, email, name, notes, signature_id as "signatureId", created_at as "createdAt", updated_at as "updatedAt"`

// Must match foldLikeSql.
const folded = (column: Sql) =>
  sql`lower(regexp_replace(normalize(${column}, nfd), '[\u0300-\u036f]', '', 'g'))`

/** `pattern` is a folded LIKE pattern. */
export const findContacts = (
  db: Db,
  memberId: string,
  pattern: string | undefined,
  after: After | undefined,
  limit: number,
) =>
  db.rows<ContactRow>(sql`
    select ${columns} from contacts
    where ${all([
      sql`member_id = ${memberId}`,
      ...(pattern
        ? [sql`(${folded(sql`name`)} like ${pattern} or ${folded(sql`email`)} like ${pattern})`]
        : []),
      ...(after ? [sql`(created_at, id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by created_at desc, id desc limit ${limit}`)

export type NewContact = Pick<ContactRow, 'id' | 'email' | 'name' | 'notes' | 'signatureId'> & {
  memberId: string
}
export const insertContact = (db: Db, c: NewContact) =>
  db.row<ContactRow>(sql`
    insert into contacts (id, member_id, email, name, notes, signature_id)
    values (${c.id}, ${c.memberId}, ${c.email}, ${c.name}, ${c.notes}, ${c.signatureId})
    returning ${columns}`)

/** An existing contact keeps its name; a missing name is filled in. */
export const insertOrNameContact = (db: Db, c: Pick<NewContact, 'id' | 'memberId' | 'email' | 'name'>) =>
  db.row<ContactRow>(sql`
    insert into contacts as known (id, member_id, email, name)
    values (${c.id}, ${c.memberId}, ${c.email}, ${c.name})
    on conflict (member_id, lower(email)) do update set
      name = coalesce(known.name, excluded.name),
      updated_at = case when known.name is null and excluded.name is not null then now()
                        else known.updated_at end
    returning ${columns}`)

export type Changes = { name?: string | null; notes?: string | null; signatureId?: string | null }
/** Null clears a field, undefined keeps it. */
export const updateContact = (db: Db, memberId: string, id: string, c: Changes) =>
  db.row<ContactRow>(sql`
    update contacts set
      name = case when ${c.name !== undefined}::boolean then ${c.name ?? null} else name end,
      notes = case when ${c.notes !== undefined}::boolean then ${c.notes ?? null} else notes end,
      signature_id = case when ${c.signatureId !== undefined}::boolean then ${c.signatureId ?? null}::uuid
                          else signature_id end,
      updated_at = now()
    where id = ${id} and member_id = ${memberId}
    returning ${columns}`)

export const deleteContact = (db: Db, memberId: string, id: string) =>
  db.run(sql`delete from contacts where id = ${id} and member_id = ${memberId}`)
