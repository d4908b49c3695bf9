import type { AuditEntry } from '@mailwright/contract/audit'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'

export type EntryRow = Static<typeof AuditEntry>
export type Actor = {
  actorKind: 'member' | 'system' | 'webhook'
  actorMemberId: string | null
  ip: string | null
}
export type AuditRecord = Actor & {
  /** `<resource>.<what happened>`, such as `member.role_changed`. */
  action: string
  targetKind: string
  targetId: string | null
  /** What changed. Never a secret. */
  details?: Record<string, unknown>
}

export type EntryFilters = { action?: string; actor?: string; since?: string }

export const insertEntry = (db: Db, entry: AuditRecord & { id: string }) =>
  db.run(sql`
    insert into audit_entries (id, actor_kind, actor_member_id, action, target_kind, target_id, details, ip)
    values (${entry.id}, ${entry.actorKind}, ${entry.actorMemberId}, ${entry.action}, ${entry.targetKind},
            ${entry.targetId}, ${JSON.stringify(entry.details ?? {})}, ${entry.ip})`)

export const findEntries = (
  db: Db,
  filters: EntryFilters,
  after: readonly [string, string] | undefined,
  limit: number,
) =>
  db.rows<EntryRow>(sql`
    select id, at, actor_kind as "actorKind", actor_member_id as "actorMemberId", action,
           target_kind as "targetKind", target_id as "targetId", details, ip
    from audit_entries
    where ${all([
      ...(filters.action ? [sql`action = ${filters.action}`] : []),
      ...(filters.actor ? [sql`actor_member_id = ${filters.actor}`] : []),
      ...(filters.since ? [sql`at >= ${filters.since}`] : []),
      ...(after ? [sql`(at, id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by at desc, id desc limit ${limit}`)

export const purgeEntries = (db: Db, days: number, batch: number) =>
  db.run(sql`
    delete from audit_entries where id in (
      select id from audit_entries where at < now() - make_interval(days => ${days}::int) limit ${batch})`)
