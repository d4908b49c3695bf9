import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from '../notifications/index.ts'
import type { ItemSummary, SendStatus } from './outbox.store.ts'

/** Publishes the status of an item as a live event. */
export function publishStatus(
  db: Db,
  live: Live,
  { id, memberId, mailboxId }: Pick<ItemSummary, 'id' | 'memberId' | 'mailboxId'>,
  sendStatus: SendStatus,
) {
  live.publish(db, { memberId, type: 'sending.updated', data: { id, mailboxId, sendStatus } })
}

/** Notifies the member of a problem, once per item, kind and reason. */
export const notifyProblem = (
  db: Db,
  live: Live,
  item: ItemSummary,
  kind: 'sending.failed' | 'sending.unknown',
  errorKind: string,
) =>
  notify(db, live, {
    memberId: item.memberId,
    kind,
    severity: kind === 'sending.failed' ? 'error' : 'warning',
    params: { opId: item.id, mailboxId: item.mailboxId, subject: item.subject, errorKind },
    dedupeKey: `${kind} ${item.id} ${errorKind}`,
  })
