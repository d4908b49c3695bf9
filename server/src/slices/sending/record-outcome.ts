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
} from './delivery.store.ts'
import type { ItemSummary } from './outbox.store.ts'
import type { DeliveryOutcome, RecipientRejection } from './ports.ts'
import { deferredOf, isFollowUp, resultsAfterFailedFollowUp, resultsAfterSent } from './pending-recipients.ts'
import { scheduleCopy, scheduleDelivery, scheduleLookUp } from './schedule.ts'
import { publishStatus, notifyProblem } from './notify-member.ts'

type Item = ClaimedItem & { claim: string }

const backoffMinutes = [1, 5, 15, 60, 180, 420, 720]
/** Over about a day, then it is given up. */
export const maxAttempts = backoffMinutes.length + 1

/** Up to a fifth more or less, so that what failed together does not come back together. */
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

const truncateMessages = ({ delivered, rejected }: RecipientResults): RecipientResults => ({ delivered, rejected: truncateRejections(rejected) })

type Problem = [kind: 'sending.failed' | 'sending.unknown', errorKind: string]

/** Those who were put off are tried again, alone. False when that is over, or the item is no longer ours. */
async function retryDeferred(db: Db, live: Live, item: Item, result: RecipientResults): Promise<boolean> {
  const deferred = deferredOf(result)
  if (deferred.length === 0 || item.attempts >= maxAttempts) return false
  const later = await postponeDeferred(db, item, result, delayBefore(item.attempts))
  if (!later) return false
  publishStatus(db, live, later, 'pending')
  if (deferred.length < result.rejected.length)
    await notifyProblem(db, live, later, 'sending.failed', 'recipients_refused')
  if (later.sentCopy === 'pending') await scheduleCopy(db, later.id, 0, 0)
  await scheduleDelivery(db, later.id, later.sendAfter)
  return true
}

function problemOf(result: RecipientResults): Problem | undefined {
  if (deferredOf(result).length > 0) return ['sending.failed', 'recipients_deferred']
  return result.rejected.length > 0 ? ['sending.failed', 'recipients_refused'] : undefined
}

/** It has left, for all or for some. */
async function recordSent(db: Db, live: Live, item: Item, result: RecipientResults, trouble = problemOf(result)) {
  if (await retryDeferred(db, live, item, result)) return
  const done = await finishSent(db, item, result)
  if (!done) return
  publishStatus(db, live, done, 'done')
  if (trouble) await notifyProblem(db, live, done, ...trouble)
  if (done.sentCopy === 'pending') await scheduleCopy(db, done.id, 0, 0)
}

/** It lies in Drafts. Nothing has left, so nothing belongs into Sent. */
async function recordDrafted(db: Db, live: Live, item: Item) {
  const done = await finishDrafted(db, item)
  if (done) publishStatus(db, live, done, 'done')
}

const recordFollowUp = (db: Db, live: Live, item: Item, outcome: Exclude<DeliveryOutcome, { state: 'sent' }>) =>
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
    const later = await postpone(db, item, failure, delayBefore(item.attempts))
    if (later) {
      publishStatus(db, live, later, 'pending')
      return void (await scheduleDelivery(db, later.id, later.sendAfter))
    }
  }
  const ended = await finishFailed(db, item, failure)
  if (ended) await reportFailure(db, live, ended, failure.kind)
}

export async function reportFailure(db: Db, live: Live, item: ItemSummary, kind: string) {
  publishStatus(db, live, item, 'failed')
  await notifyProblem(db, live, item, 'sending.failed', kind)
}

export async function reportUnknown(db: Db, live: Live, item: ItemSummary) {
  publishStatus(db, live, item, 'unknown')
  await scheduleLookUp(db, item.id, 0)
}

/** A process ended while it tried those who were put off: the others have the mail, of these nobody knows. */
export async function reportInterruptedFollowUp(db: Db, live: Live, item: ItemSummary) {
  publishStatus(db, live, item, 'done')
  await notifyProblem(db, live, item, 'sending.unknown', 'interrupted')
}

/** Writes down how a delivery ended, with all that follows from it. One that was overtaken writes nothing. */
export const recordOutcome = (db: Database, live: Live, item: Item, outcome: DeliveryOutcome) =>
  db.transaction(async (tx) => {
    if (outcome.state === 'sent' && item.intoDrafts) return recordDrafted(tx, live, item)
    if (outcome.state === 'sent') return recordSent(tx, live, item, truncateMessages(resultsAfterSent(item, outcome.rejected)))
    if (isFollowUp(item)) return recordFollowUp(tx, live, item, outcome)
    if (outcome.state === 'failed') return recordFailed(tx, live, item, outcome)
    const lost = await finishUnknown(tx, item, outcome.kind, plainText(outcome.message, 500))
    if (lost) await reportUnknown(tx, live, lost)
  })
