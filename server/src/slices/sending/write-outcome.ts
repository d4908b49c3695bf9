import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import {
  type Claimed,
  finishDrafted,
  finishFailed,
  finishSent,
  finishUnknown,
  postpone,
  postponeRest,
  type Result,
} from './delivery.store.ts'
import type { Subject } from './outbox.store.ts'
import type { Delivery, Refusal } from './ports.ts'
import { deferredOf, isFollowUp, resultOfFollowUp, resultOfSent } from './recipients-left.ts'
import { scheduleCopy, scheduleDelivery, scheduleLookUp } from './schedule.ts'
import { tellStatus, tellTrouble } from './tell.ts'

type Item = Claimed & { claim: string }

const minutes = [1, 5, 15, 60, 180, 420, 720]
/** Over about a day, then it is given up. */
export const maxAttempts = minutes.length + 1

/** Up to a fifth more or less, so that what failed together does not come back together. */
export function delayBefore(attempt: number, random = Math.random()): number {
  const base = (minutes[attempt - 1] ?? 720) * 60
  return base * (0.8 + 0.4 * random)
}

const bounded = (rejected: Refusal[]) =>
  rejected.map(({ address, code, message, deferred }) => ({
    address,
    code,
    message: plainText(message, 500),
    ...(deferred ? { deferred } : {}),
  }))

const tidy = ({ delivered, rejected }: Result): Result => ({ delivered, rejected: bounded(rejected) })

type Trouble = [kind: 'sending.failed' | 'sending.unknown', errorKind: string]

/** Those who were put off are tried again, alone. False when that is over, or the item is no longer ours. */
async function tryRest(db: Db, live: Live, item: Item, result: Result): Promise<boolean> {
  const deferred = deferredOf(result)
  if (deferred.length === 0 || item.attempts >= maxAttempts) return false
  const later = await postponeRest(db, item, result, delayBefore(item.attempts))
  if (!later) return false
  tellStatus(db, live, later, 'pending')
  if (deferred.length < result.rejected.length)
    await tellTrouble(db, live, later, 'sending.failed', 'recipients_refused')
  if (later.sentCopy === 'pending') await scheduleCopy(db, later.id, 0, 0)
  await scheduleDelivery(db, later.id, later.sendAfter)
  return true
}

function troubleOf(result: Result): Trouble | undefined {
  if (deferredOf(result).length > 0) return ['sending.failed', 'recipients_deferred']
  return result.rejected.length > 0 ? ['sending.failed', 'recipients_refused'] : undefined
}

/** It has left, for all or for some. */
async function writeLeft(db: Db, live: Live, item: Item, result: Result, trouble = troubleOf(result)) {
  if (await tryRest(db, live, item, result)) return
  const done = await finishSent(db, item, result)
  if (!done) return
  tellStatus(db, live, done, 'done')
  if (trouble) await tellTrouble(db, live, done, ...trouble)
  if (done.sentCopy === 'pending') await scheduleCopy(db, done.id, 0, 0)
}

/** It lies in Drafts. Nothing has left, so nothing belongs into Sent. */
async function writeDrafted(db: Db, live: Live, item: Item) {
  const done = await finishDrafted(db, item)
  if (done) tellStatus(db, live, done, 'done')
}

const writeFollowUp = (db: Db, live: Live, item: Item, outcome: Exclude<Delivery, { state: 'sent' }>) =>
  writeLeft(
    db,
    live,
    item,
    tidy(resultOfFollowUp(item, outcome)),
    outcome.state === 'unknown' ? ['sending.unknown', 'no_answer'] : undefined,
  )

type Failed = Extract<Delivery, { state: 'failed' }>

async function writeFailed(db: Db, live: Live, item: Item, failed: Failed) {
  const failure = {
    kind: failed.kind,
    message: plainText(failed.message, 500),
    rejected: bounded(failed.rejected ?? []),
  }
  if (failed.transient && item.attempts < maxAttempts) {
    const later = await postpone(db, item, failure, delayBefore(item.attempts))
    if (later) {
      tellStatus(db, live, later, 'pending')
      return void (await scheduleDelivery(db, later.id, later.sendAfter))
    }
  }
  const ended = await finishFailed(db, item, failure)
  if (ended) await tellFailure(db, live, ended, failure.kind)
}

export async function tellFailure(db: Db, live: Live, item: Subject, kind: string) {
  tellStatus(db, live, item, 'failed')
  await tellTrouble(db, live, item, 'sending.failed', kind)
}

export async function tellUnknown(db: Db, live: Live, item: Subject) {
  tellStatus(db, live, item, 'unknown')
  await scheduleLookUp(db, item.id, 0)
}

/** A process ended while it tried those who were put off: the others have the mail, of these nobody knows. */
export async function tellRestLost(db: Db, live: Live, item: Subject) {
  tellStatus(db, live, item, 'done')
  await tellTrouble(db, live, item, 'sending.unknown', 'interrupted')
}

/** Writes down how a delivery ended, with all that follows from it. One that was overtaken writes nothing. */
export const writeOutcome = (db: Database, live: Live, item: Item, outcome: Delivery) =>
  db.transaction(async (tx) => {
    if (outcome.state === 'sent' && item.intoDrafts) return writeDrafted(tx, live, item)
    if (outcome.state === 'sent') return writeLeft(tx, live, item, tidy(resultOfSent(item, outcome.rejected)))
    if (isFollowUp(item)) return writeFollowUp(tx, live, item, outcome)
    if (outcome.state === 'failed') return writeFailed(tx, live, item, outcome)
    const lost = await finishUnknown(tx, item, outcome.kind, plainText(outcome.message, 500))
    if (lost) await tellUnknown(tx, live, lost)
  })
