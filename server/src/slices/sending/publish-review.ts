import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { publishStatus } from './notify-member.ts'
import type { ReviewStatus, SendStatus } from './outbox.store.ts'

export type ReviewedDraft = {
  id: string
  memberId: string
  mailboxId: string
  reviewStatus: ReviewStatus
  sendStatus: SendStatus
}

/** Publishes that a draft has entered the review, changed or left it. */
export function publishReview(db: Db, live: Live, draft: ReviewedDraft) {
  const { id, memberId, reviewStatus, sendStatus } = draft
  live.publish(db, { memberId, type: 'review.updated', data: { id, reviewStatus, sendStatus } })
  publishStatus(db, live, draft, sendStatus)
}
