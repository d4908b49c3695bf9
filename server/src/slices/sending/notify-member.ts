import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify, notifyCounted } from '../notifications/index.ts'
import type { HeldFor, ItemSummary, NewItem, SendStatus } from './outbox.store.ts'

/** Publishes the status of an item as a live event. */
export function publishStatus(
  db: Db,
  live: Live,
  { id, memberId, mailboxId }: Pick<ItemSummary, 'id' | 'memberId' | 'mailboxId'>,
  sendStatus: SendStatus,
) {
  live.publish(db, { memberId, type: 'sending.updated', data: { id, mailboxId, sendStatus } })
}

/** Notifies the member of a problem, once per item, kind and reason; each time that a draft returns to review. */
export const notifyProblem = (
  db: Db,
  live: Live,
  item: ItemSummary,
  kind: 'sending.failed' | 'sending.unknown',
  errorKind: string,
  returned?: { reviewAt: string },
) =>
  notify(db, live, {
    memberId: item.memberId,
    kind,
    severity: kind === 'sending.failed' ? 'error' : 'warning',
    params: { opId: item.id, mailboxId: item.mailboxId, subject: item.subject, errorKind },
    link: returned ? `/review/${item.id}` : `/sending/${item.id}`,
    dedupeKey: [kind, item.id, errorKind, ...(returned ? [returned.reviewAt] : [])].join(' '),
  })

/** Notifies the member that a new draft waits for review. */
export async function announceDraft(db: Db, live: Live, item: NewItem, heldFor: HeldFor) {
  const { memberId, subject, reviewReason } = item
  const about = { count: 1, workflowName: item.step?.workflowName ?? null, subject }
  if (heldFor === 'author')
    return notifyCounted(db, live, {
      memberId,
      kind: 'review.pending',
      severity: 'info',
      params: about,
      link: '/review',
      unreadKey: 'review.pending',
    })
  const reason = reviewReason ?? ''
  return notifyCounted(db, live, {
    memberId,
    kind: 'review.held',
    severity: 'warning',
    params: { ...about, reason },
    link: '/review',
    unreadKey: `review.held ${reason}`.slice(0, 200),
  })
}
