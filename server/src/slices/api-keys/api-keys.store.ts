import type { ApiKey } from '@mailwright/contract/api-keys'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type KeyRow = Static<typeof ApiKey>

const columns = sql`
  k.id, k.name, k.prefix, k.scopes, k.member_id as "memberId", m.email as "memberEmail",
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
  k.revoked_at as "revokedAt"`

export type AuthenticatedKey = {
  keyId: string
  memberId: string
  email: string
  role: 'member' | 'admin'
  settings: { locale?: 'en' | 'fr' }
  scopes: string[]
  retryAfter: number
}
/** A key and how many concurrent requests used it. */
export type KeyUse = { tokenHash: Buffer; times: number }
/**
 * The member behind each key, with each use counted. Rows are locked in the order given: every caller must use the
 * same order to avoid deadlocks.
 */
export const authenticateKeys = (db: Db, uses: KeyUse[], maxPerMinute: number) =>
  db.rows<AuthenticatedKey & { place: number }>(sql`
    select t.place, k.key_id as "keyId", k.member_id as "memberId", k.email, k.role, k.settings, k.scopes,
           k.retry_after as "retryAfter"
    from unnest(${uses.map((use) => use.tokenHash)}::bytea[], ${uses.map((use) => use.times)}::int[])
      with ordinality as t (hash, times, place)
    cross join lateral authenticate_key(t.hash, ${maxPerMinute}::int, t.times) k`)

/** Live keys first, then expired ones, then revoked ones; the newest of each group first. */
export const findKeys = (db: Db, memberId: string) =>
  db.rows<KeyRow>(sql`
    select ${columns} from api_keys k join member_identities m on m.id = k.member_id where k.member_id = ${memberId}
    order by k.revoked_at is not null, coalesce(k.expires_at <= now(), false), k.created_at desc, k.id desc`)

type NewKey = {
  id: string
  memberId: string
  name: string
  prefix: string
  tokenHash: Buffer
  scopes: string[]
  expiresInDays: number | null
}
export const insertKey = (db: Db, k: NewKey) =>
  db.row<KeyRow>(sql`
    with k as (
      insert into api_keys (id, member_id, name, prefix, token_hash, scopes, expires_at)
      values (${k.id}, ${k.memberId}, ${k.name}, ${k.prefix}, ${k.tokenHash}, ${k.scopes},
              now() + make_interval(days => ${k.expiresInDays}::int))
      returning *)
    select ${columns} from k join member_identities m on m.id = k.member_id`)

/** Takes the administrators' scopes off the live keys of a member; a key without any other is revoked. */
export const dropAdminScopes = (db: Db, memberId: string) =>
  db.run(sql`
    with narrowed as (
      select id, array(select s from unnest(scopes) s where s not like 'admin:%') as scopes from api_keys
      where member_id = ${memberId} and revoked_at is null
        and exists (select from unnest(scopes) s where s like 'admin:%')
    )
    update api_keys k set
      scopes = case when n.scopes = '{}' then k.scopes else n.scopes end,
      revoked_at = case when n.scopes = '{}' then now() end
    from narrowed n where n.id = k.id`)

/** Revoking again keeps the first date. */
export const revokeKey = (db: Db, memberId: string, id: string) =>
  db.row<KeyRow & { first: boolean }>(sql`
    with before as (
      select id, revoked_at is null as first from api_keys
      where id = ${id} and member_id = ${memberId} for update),
    k as (
      update api_keys k set revoked_at = coalesce(k.revoked_at, now()) from before where k.id = before.id
      returning k.*, before.first)
    select ${columns}, k.first from k join member_identities m on m.id = k.member_id`)

/** Those of the keys that are still valid, with the current role. Does not count as a use. */
export const findLiveKeys = (db: Db, ids: string[]) =>
  db.rows<{ id: string; role: 'member' | 'admin' }>(sql`
    select k.id, m.role from api_keys k join member_identities m on m.id = k.member_id
    where k.id = any (${ids}::uuid[]) and m.status = 'active' and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())`)
