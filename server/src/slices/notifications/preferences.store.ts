import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type PreferencesRow = { muted: string[]; hour: number; timeZone: string; nextAt: string | null }

const columns = sql`
  muted, digest_hour as hour, digest_time_zone as "timeZone", digest_next_at as "nextAt"`

export const findPreferences = (db: Db, memberId: string) =>
  db.row<PreferencesRow>(sql`select ${columns} from notification_preferences where member_id = ${memberId}`)

/** The time zone that the member gets the digest in. */
export const findTimeZone = async (db: Db, memberId: string) =>
  (await findPreferences(db, memberId))?.timeZone ?? 'UTC'

export const upsertPreferences = (db: Db, memberId: string, p: PreferencesRow) =>
  db.row<PreferencesRow>(sql`
    insert into notification_preferences (member_id, muted, digest_hour, digest_time_zone, digest_next_at)
    values (${memberId}, ${p.muted}, ${p.hour}, ${p.timeZone}, ${p.nextAt})
    on conflict (member_id) do update set muted = excluded.muted, digest_hour = excluded.digest_hour,
      digest_time_zone = excluded.digest_time_zone, digest_next_at = excluded.digest_next_at
    returning ${columns}`)

export type DueDigest = { memberId: string; hour: number; timeZone: string; dueAt: string }

/** Locks the digest that has been due for longest, except those that another process has locked. */
export const lockDueDigest = (db: Db) =>
  db.row<DueDigest>(sql`
    select p.member_id as "memberId", p.digest_hour as hour, p.digest_time_zone as "timeZone",
      p.digest_next_at as "dueAt"
    from notification_preferences p join member_identities m on m.id = p.member_id
    where p.digest_next_at <= now() and m.status = 'active'
    order by p.digest_next_at limit 1 for update of p skip locked`)

export const setNextDigest = (db: Db, memberId: string, nextAt: string) =>
  db.run(sql`update notification_preferences set digest_next_at = ${nextAt} where member_id = ${memberId}`)
