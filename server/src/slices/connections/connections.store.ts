import type { Connection } from '@mailwright/contract/connections'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'

export type Kind = NonNullable<Static<typeof Connection>['kind']>
export type ConnectionRow = {
  id: string
  type: string
  name: string
  scope: 'member' | 'org'
  kind: Kind | null
  hint: string | null
  /** Where the secret may be sent; empty: nowhere for the organisation's, anywhere for a member's own. */
  origins: string[]
  createdAt: string
  updatedAt: string
}
type StoredRow = ConnectionRow & { secretId: string }

const columns = sql`
  id, type, name, case when member_id is null then 'org' else 'member' end as scope, kind, hint, origins,
  created_at as "createdAt", updated_at as "updatedAt", secret_id as "secretId"`

const visibleTo = (memberId: string) => sql`(member_id = ${memberId} or member_id is null)`
/** For writes, the organisation's connections do not exist for anyone but administrators. */
const writableBy = (memberId: string, isAdmin: boolean) =>
  sql`(member_id = ${memberId} or (member_id is null and ${isAdmin}))`

/** The member's connections first, then the organisation's. */
export const findConnections = (db: Db, memberId: string, type: string | undefined) =>
  db.rows<StoredRow>(sql`
    select ${columns} from connections
    where ${all([visibleTo(memberId), ...(type === undefined ? [] : [sql`type = ${type}`])])}
    order by member_id is null, created_at, id`)

export const findConnection = (db: Db, memberId: string, id: string) =>
  db.row<StoredRow>(sql`select ${columns} from connections where id = ${id} and ${visibleTo(memberId)}`)

/** The subset of ids that the member may use. */
export const findVisibleIds = async (db: Db, memberId: string, ids: readonly string[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select id from connections where id = any (${ids}::uuid[]) and ${visibleTo(memberId)}`)
    ).map((row) => row.id),
  )

/** Also locks them against deletion until the transaction ends, for publishing workflows that use them. */
export const lockVisibleIds = async (db: Db, memberId: string, ids: readonly string[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select id from connections where id = any (${ids}::uuid[]) and ${visibleTo(memberId)}
        order by id for key share`)
    ).map((row) => row.id),
  )

export const lockConnection = (db: Db, id: string, memberId: string, isAdmin: boolean) =>
  db.row<StoredRow>(sql`
    select ${columns} from connections where id = ${id} and ${writableBy(memberId, isAdmin)} for update`)

type NewConnection = {
  id: string
  owner: string | null
  type: string
  name: string
  kind: Kind | null
  hint: string | null
  secretId: string
}
export const insertConnection = (db: Db, c: NewConnection) =>
  db.run(sql`
    insert into connections (id, member_id, type, name, kind, hint, secret_id)
    values (${c.id}, ${c.owner}, ${c.type}, ${c.name}, ${c.kind}, ${c.hint}, ${c.secretId})`)

type Changes = { name: string; kind: Kind | null; hint: string | null }
export const updateConnection = (db: Db, id: string, c: Changes) =>
  db.row<StoredRow>(sql`
    update connections set name = ${c.name}, kind = ${c.kind}, hint = ${c.hint}, updated_at = now()
    where id = ${id} returning ${columns}`)

export const setOrigins = (db: Db, id: string, origins: string[]) =>
  db.run(sql`update connections set origins = ${origins}, updated_at = now() where id = ${id}`)

export const deleteConnection = (db: Db, id: string) => db.run(sql`delete from connections where id = ${id}`)
