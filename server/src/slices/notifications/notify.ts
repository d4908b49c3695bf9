import type { NotificationKind, NotificationParams } from '@mailwright/contract/notifications'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { insertNotification, type NotificationRow } from './notifications.store.ts'

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

/** Notifies a member, in the caller's transaction. Returns undefined when `dedupeKey` was used before. */
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
