import type { NotificationKind, NotificationParams } from '@mailwright/contract/notifications'
import type { Db } from '../../platform/db/database.ts'
import { merge } from '../../platform/db/shared-transaction.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { countNotification, insertNotification, type NotificationRow } from './notifications.store.ts'

export type NotificationRequest<K extends NotificationKind> = {
  memberId: string
  kind: K
  severity: NotificationRow['severity']
  params: NotificationParams[K]
  /** The path in the web client that it opens, such as `/executions/<id>`. */
  link?: string
  /** Identifies the event: the member is notified of it once. Keep it short, as it is indexed. */
  dedupeKey?: string
}

type NotificationOf<K extends NotificationKind> = Extract<NotificationRow, { kind: K }>

const maxLengths: Record<string, number> = { errorSummary: 200, subject: 120 }
const defaultMaxLength = 1_000

// Subjects and error texts come from outside: they may be long or contain characters that the database rejects.
const truncateTexts = (params: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainText(value, maxLengths[name] ?? defaultMaxLength) : value,
    ]),
  )

/**
 * Notifies a member, in the caller's transaction. Returns undefined when `dedupeKey` was used before, or when the member
 * has muted the kind.
 */
export async function notify<K extends NotificationKind>(
  db: Db,
  live: Live,
  { memberId, kind, severity, params, link, dedupeKey }: NotificationRequest<K>,
) {
  const row = { id: newId(), memberId, kind, severity, params: truncateTexts(params) }
  const notification = await insertNotification(db, {
    ...row,
    link: link ?? null,
    dedupeKey: dedupeKey ?? null,
  })
  if (notification) live.publish(db, { memberId, type: 'notification.created', data: notification })
  return notification as NotificationOf<K> | undefined
}

type CountedKind = {
  [K in NotificationKind]: NotificationParams[K] extends { count: number } ? K : never
}[NotificationKind]

type CountedRequest<K extends CountedKind> = Omit<NotificationRequest<K>, 'dedupeKey'> & {
  /** Events with the same key are counted in one notification until the member has read it. */
  unreadKey: string
}

/**
 * Notifies a member of an event that may come often: `count` of an unread notification is raised instead, once for all
 * events of a shared transaction. Its row stays locked until the transaction ends, so call this last.
 */
export async function notifyCounted<K extends CountedKind>(
  db: Db,
  live: Live,
  { memberId, kind, severity, params, link, unreadKey }: CountedRequest<K>,
) {
  await merge(db, `notification ${memberId} ${kind} ${unreadKey}`, params, async (all) => {
    const id = newId()
    const count = all.reduce((sum, one) => sum + one.count, 0)
    const last = { ...truncateTexts(all.at(-1) ?? params), count }
    const row = { id, memberId, kind, severity, params: last, link: link ?? null, unreadKey }
    publishCounted(db, live, memberId, id, await countNotification(db, row))
    return all
  })
}

function publishCounted(
  db: Db,
  live: Live,
  memberId: string,
  createdId: string,
  notification: NotificationRow | undefined,
) {
  if (!notification) return
  const { id } = notification
  if (id === createdId) live.publish(db, { memberId, type: 'notification.created', data: notification })
  else
    live.publish(db, { memberId, type: 'notification.updated', data: { id, readAt: null, archived: false } })
}
