import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const maxPerMember = 50

/** Whether the member with this address has signed in from one of the sources. */
export const isKnownSource = async (db: Db, email: string, sources: Buffer[]) =>
  (await db.row(sql`
    select from sign_in_sources s join member_identities m on m.id = s.member_id
    where lower(m.email) = ${email} and s.source = any (${sources}::bytea[]) limit 1`)) !== undefined

export const hasSources = async (db: Db, memberId: string) =>
  (await db.row(sql`select from sign_in_sources where member_id = ${memberId} limit 1`)) !== undefined

/** Remembers the sources of a sign-in, and forgets the oldest beyond a number per member. */
export const rememberSources = async (db: Db, memberId: string, sources: Buffer[]) => {
  await db.run(sql`
    insert into sign_in_sources (member_id, source) select ${memberId}, s from unnest(${sources}::bytea[]) s
    on conflict (member_id, source) do update set last_used_at = now()`)
  await db.run(sql`
    delete from sign_in_sources where member_id = ${memberId} and source in (
      select source from sign_in_sources where member_id = ${memberId}
      order by last_used_at desc, source offset ${maxPerMember})`)
}

export const purgeSources = (db: Db, batch: number) =>
  db.run(sql`
    delete from sign_in_sources where (member_id, source) in (
      select member_id, source from sign_in_sources where last_used_at < now() - interval '180 days' limit ${batch})`)
