import type { Notification, NotificationKind } from '@mailwright/contract/notifications'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'

export type NotificationRow = Notification

const columns = sql`id, severity, link, created_at as "createdAt", read_at as "readAt", kind, params`

export type NewNotification = Pick<NotificationRow, 'id' | 'severity' | 'link'> & {
  kind: NotificationKind
  params: Record<string, unknown>
  memberId: string
  dedupeKey: string | null
}
const isWanted = ({ memberId, kind }: Pick<NewNotification, 'memberId' | 'kind'>) => sql`not exists (
  select from notification_preferences p where p.member_id = ${memberId} and ${kind}::text = any (p.muted))`

/** Returns no row when the member has muted the kind, or already has a notification with this dedupe key. */
export const insertNotification = (db: Db, n: NewNotification) =>
  db.row<NotificationRow>(sql`
    insert into notifications (id, member_id, severity, kind, params, link, dedupe_key)
    select ${n.id}::uuid, ${n.memberId}::uuid, ${n.severity}, ${n.kind}, ${JSON.stringify(n.params)}::jsonb,
      ${n.link}, ${n.dedupeKey}
    where ${isWanted(n)}
    on conflict on constraint notifications_dedupe_key do nothing
    returning ${columns}`)

type CountedNotification = Omit<NewNotification, 'dedupeKey'> & { unreadKey: string }
/** While the member has an unread notification with this key, counts the event in it and returns that one. */
export const countNotification = (db: Db, n: CountedNotification) =>
  db.row<NotificationRow>(sql`
    insert into notifications (id, member_id, severity, kind, params, link, unread_key)
    select ${n.id}::uuid, ${n.memberId}::uuid, ${n.severity}, ${n.kind}, ${JSON.stringify(n.params)}::jsonb,
      ${n.link}, ${n.unreadKey}
    where ${isWanted(n)}
    on conflict (member_id, unread_key) where unread_key is not null and read_at is null and archived_at is null
    do update set params = excluded.params
      || jsonb_build_object('count', (notifications.params ->> 'count')::int + (excluded.params ->> 'count')::int)
    returning ${columns}`)

export const findNotifications = (
  db: Db,
  memberId: string,
  filters: { unread: boolean },
  after: After | undefined,
  limit: number,
) =>
  db.rows<NotificationRow>(sql`
    select ${columns} from notifications
    where ${all([
      sql`member_id = ${memberId} and archived_at is null`,
      ...(filters.unread ? [sql`read_at is null`] : []),
      ...(after ? [sql`(created_at, id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by created_at desc, id desc limit ${limit}`)

export const countUnread = async (db: Db, memberId: string) =>
  (
    await db.row<{ count: number }>(sql`
      select count(*) from notifications
      where member_id = ${memberId} and archived_at is null and read_at is null`)
  )?.count ?? 0

/** Reading again keeps the first time. */
export const markRead = (db: Db, memberId: string, id: string) =>
  db.row<NotificationRow>(sql`
    update notifications set read_at = coalesce(read_at, now())
    where id = ${id} and member_id = ${memberId} and archived_at is null
    returning ${columns}`)

export const markAllRead = (db: Db, memberId: string) =>
  db.run(sql`
    update notifications set read_at = now()
    where member_id = ${memberId} and archived_at is null and read_at is null`)

export const markArchived = (db: Db, memberId: string, id: string) =>
  db.row<{ id: string }>(sql`
    update notifications set archived_at = coalesce(archived_at, now())
    where id = ${id} and member_id = ${memberId}
    returning id`)

export const purgeNotifications = (db: Db, days: number, batch: number) =>
  db.run(sql`
    delete from notifications where id in (
      select id from notifications where created_at < now() - make_interval(days => ${days}::int)
      limit ${batch})`)
