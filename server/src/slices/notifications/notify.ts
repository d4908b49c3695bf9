import type { NotificationKind, NotificationParams } from '@mailwright/contract/notifications'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { insertNotification, type NotificationRow } from './notifications.store.ts'

export type Wanted<K extends NotificationKind> = {
  memberId: string
  kind: K
  severity: NotificationRow['severity']
  params: NotificationParams[K]
  /** Where it leads: a path of the web client, such as `/executions/<id>`. */
  link?: string
  /** Names the happening: the member hears of it once. Short: it stands in an index. */
  dedupeKey?: string
}

const bounds: Record<string, number> = { errorSummary: 200, subject: 120 }
const maxCharacters = 1_000

// Subjects and error texts come from strangers: they may be long, or hold what the database refuses.
const bounded = (params: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainText(value, bounds[name] ?? maxCharacters) : value,
    ]),
  )

/** Tells a member, in the caller's transaction. Undefined when this happening was told before. */
export async function notify<K extends NotificationKind>(
  db: Db,
  live: Live,
  { memberId, kind, severity, params, link, dedupeKey }: Wanted<K>,
) {
  const row = { id: newId(), memberId, kind, severity, params: bounded(params) }
  const notification = await insertNotification(db, {
    ...row,
    link: link ?? null,
    dedupeKey: dedupeKey ?? null,
  })
  if (notification) live.publish(db, { memberId, type: 'notification.created', data: { ...notification } })
  return notification
}
