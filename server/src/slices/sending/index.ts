export {
  countWaiting,
  type Draft,
  type DraftContent,
  findDraft,
  findWaiting,
  lockDraft,
  lockDrafts,
  rejectDraft,
  returnSnoozed,
  saveEdits,
  snoozeDraft,
} from './drafts.store.ts'
export { endDraftsAbout, endDraftsAnswered, endDraftsIn, withdrawDrafts } from './gone-drafts.ts'
export { describeItem, type ItemRow } from './journal.store.ts'
export { isOwnLoopMark } from './loop-mark.ts'
export { publishReview } from './publish-review.ts'
export type { Mail } from './queue-mail.ts'
export { dedupeRecipients } from './recipients.ts'
export type { ReviewReasons } from './review-reasons.ts'
export { sendDrafts } from './send-drafts.ts'
export { createSending, type Outbox } from './sending.slice.ts'
export { findSentMails } from './sent-mails.store.ts'
export { holdForSuspension } from './switches.store.ts'
export { findUploadNames } from './uploads.store.ts'
export { countWaitingDrafts, findWaitingDrafts, type WaitingDraft } from './waiting-drafts.store.ts'
