import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import {
  type ClaimedItem,
  finishDrafted,
  finishFailed,
  finishSent,
  finishUnknown,
  postpone,
  postponeDeferred,
  type RecipientResults,
  returnToReview,
} from './delivery.store.ts'
import { endDraftsAnsweredBy } from './gone-drafts.ts'
import { notifyProblem, publishStatus } from './notify-member.ts'
import type { ItemSummary } from './outbox.store.ts'
import { deferredOf, isFollowUp, resultsAfterFailedFollowUp, resultsAfterSent } from './pending-recipients.ts'
import type { DeliveryOutcome, RecipientRejection } from './ports.ts'
import { publishReview } from './publish-review.ts'
import { scheduleCopy, scheduleDelivery, scheduleLookUp } from './schedule.ts'

type Item = ClaimedItem & { claim: string }

const backoffMinutes = [1, 5, 15, 60, 180, 420, 720]
/** All retries together take about a day. */
export const maxAttempts = backoffMinutes.length + 1

/** With ±20 % jitter, so that mails that failed together do not retry together. */
export function delayBefore(attempt: number, random = Math.random()): number {
  const base = (backoffMinutes[attempt - 1] ?? 720) * 60
  return base * (0.8 + 0.4 * random)
}

const truncateRejections = (rejected: RecipientRejection[]) =>
  rejected.map(({ address, code, message, deferred }) => ({
    address,
    code,
    message: plainText(message, 500),
    ...(deferred ? { deferred } : {}),
  }))

const truncateMessages = ({ delivered, rejected }: RecipientResults): RecipientResults => ({
  delivered,
  rejected: truncateRejections(rejected),
})

type Problem = [kind: 'sending.failed' | 'sending.unknown', errorKind: string]

/** Schedules a retry for the deferred recipients. False when the attempts are used up or ownership was lost. */
async function retryDeferred(db: Db, live: Live, item: Item, result: RecipientResults): Promise<boolean> {
  const deferred = deferredOf(result)
  if (deferred.length === 0 || item.attempts >= maxAttempts) return false
  const postponed = await postponeDeferred(db, item, result, delayBefore(item.attempts))
  if (!postponed) return false
  publishStatus(db, live, postponed, 'pending')
  if (deferred.length < result.rejected.length)
    await notifyProblem(db, live, postponed, 'sending.failed', 'recipients_refused')
  if (postponed.sentCopy === 'pending') await scheduleCopy(db, postponed.id, 0, 0)
  await scheduleDelivery(db, postponed.id, postponed.sendAfter)
  return true
}

function problemOf(result: RecipientResults): Problem | undefined {
  if (deferredOf(result).length > 0) return ['sending.failed', 'recipients_deferred']
  return result.rejected.length > 0 ? ['sending.failed', 'recipients_refused'] : undefined
}

async function recordSent(
  db: Db,
  live: Live,
  item: Item,
  result: RecipientResults,
  problem = problemOf(result),
) {
  if (await retryDeferred(db, live, item, result)) return
  const done = await finishSent(db, item, result)
  if (!done) return
  publishStatus(db, live, done, 'done')
  if (problem) await notifyProblem(db, live, done, ...problem)
  if (done.sentCopy === 'pending') await scheduleCopy(db, done.id, 0, 0)
  await endDraftsAnsweredBy(db, live, done.id)
}

/** The draft is in Drafts. Nothing was sent, so Sent needs no copy. */
async function recordDrafted(db: Db, live: Live, item: Item) {
  const done = await finishDrafted(db, item)
  if (done) publishStatus(db, live, done, 'done')
}

const recordFollowUp = (
  db: Db,
  live: Live,
  item: Item,
  outcome: Exclude<DeliveryOutcome, { state: 'sent' }>,
) =>
  recordSent(
    db,
    live,
    item,
    truncateMessages(resultsAfterFailedFollowUp(item, outcome)),
    outcome.state === 'unknown' ? ['sending.unknown', 'no_answer'] : undefined,
  )

type FailedOutcome = Extract<DeliveryOutcome, { state: 'failed' }>

async function recordFailed(db: Db, live: Live, item: Item, failed: FailedOutcome) {
  const failure = {
    kind: failed.kind,
    message: plainText(failed.message, 500),
    rejected: truncateRejections(failed.rejected ?? []),
  }
  if (failed.transient && item.attempts < maxAttempts) {
    const postponed = await postpone(db, item, failure, delayBefore(item.attempts))
    if (postponed) {
      publishStatus(db, live, postponed, 'pending')
      return void (await scheduleDelivery(db, postponed.id, postponed.sendAfter))
    }
  }
  const ended = await finishFailed(db, item, failure)
  if (ended) await reportFailure(db, live, ended, failure.kind)
}

/** A draft that was sent from review waits there again. */
export async function reportFailure(db: Db, live: Live, item: ItemSummary, kind: string) {
  const draft = await returnToReview(db, item.id)
  if (draft) publishReview(db, live, draft)
  else publishStatus(db, live, item, 'failed')
  await notifyProblem(db, live, item, 'sending.failed', kind, draft)
}

export async function reportUnknown(db: Db, live: Live, item: ItemSummary) {
  publishStatus(db, live, item, 'unknown')
  await scheduleLookUp(db, item.id, 0)
}

/** A process died during a follow-up: the accepted recipients have the mail; the outcome for the deferred ones is unknown. */
export async function reportInterruptedFollowUp(db: Db, live: Live, item: ItemSummary) {
  publishStatus(db, live, item, 'done')
  await notifyProblem(db, live, item, 'sending.unknown', 'interrupted')
  await endDraftsAnsweredBy(db, live, item.id)
}

/** Records the outcome of a delivery, with its events, notifications and jobs. Does nothing when ownership was lost. */
export const recordOutcome = (db: Database, live: Live, item: Item, outcome: DeliveryOutcome) =>
  db.transaction(async (tx) => {
    if (outcome.state === 'sent' && item.intoDrafts) return recordDrafted(tx, live, item)
    if (outcome.state === 'sent')
      return recordSent(tx, live, item, truncateMessages(resultsAfterSent(item, outcome.rejected)))
    if (isFollowUp(item)) return recordFollowUp(tx, live, item, outcome)
    if (outcome.state === 'failed') return recordFailed(tx, live, item, outcome)
    const unknown = await finishUnknown(tx, item, outcome.kind, plainText(outcome.message, 500))
    if (unknown) await reportUnknown(tx, live, unknown)
  })
