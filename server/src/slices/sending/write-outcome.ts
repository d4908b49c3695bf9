import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { finishFailed, finishSent, finishUnknown, postpone } from './delivery.store.ts'
import type { Subject } from './outbox.store.ts'
import type { Delivery, Refusal } from './ports.ts'
import { scheduleCopy, scheduleDelivery, scheduleLookUp } from './schedule.ts'
import { tellStatus, tellTrouble } from './tell.ts'

type Claim = { id: string; claim: string }

const minutes = [1, 5, 15, 60, 180, 420, 720]
/** Over about a day, then it is given up. */
export const mostAttempts = minutes.length + 1

/** Up to a fifth more or less, so that what failed together does not come back together. */
export function delayBefore(attempt: number, random = Math.random()): number {
  const base = (minutes[attempt - 1] ?? 720) * 60
  return base * (0.8 + 0.4 * random)
}

const bounded = (rejected: Refusal[]) =>
  rejected.map(({ address, code, message }) => ({ address, code, message: plainText(message, 500) }))

async function writeSent(db: Db, live: Live, claim: Claim, rejected: Refusal[]) {
  const item = await finishSent(db, claim, rejected)
  if (!item) return
  tellStatus(db, live, item, 'done')
  if (rejected.length > 0) await tellTrouble(db, live, item, 'sending.failed', 'recipients_refused')
  await scheduleCopy(db, item.id, 0, 0)
}

type Failed = Extract<Delivery, { state: 'failed' }>

async function writeFailed(db: Db, live: Live, claim: Claim, attempt: number, failed: Failed) {
  const failure = {
    kind: failed.kind,
    message: plainText(failed.message, 500),
    rejected: bounded(failed.rejected ?? []),
  }
  if (failed.transient && attempt < mostAttempts) {
    const later = await postpone(db, claim, failure, delayBefore(attempt))
    if (later) {
      tellStatus(db, live, later, 'pending')
      return void (await scheduleDelivery(db, later.id, later.sendAfter))
    }
  }
  const item = await finishFailed(db, claim, failure)
  if (item) await tellFailure(db, live, item, failure.kind)
}

export async function tellFailure(db: Db, live: Live, item: Subject, kind: string) {
  tellStatus(db, live, item, 'failed')
  await tellTrouble(db, live, item, 'sending.failed', kind)
}

export async function tellUnknown(db: Db, live: Live, item: Subject) {
  tellStatus(db, live, item, 'unknown')
  await scheduleLookUp(db, item.id, 0)
}

/** Writes down how a delivery ended, with all that follows from it. One that was overtaken writes nothing. */
export const writeOutcome = (db: Database, live: Live, claim: Claim, attempt: number, outcome: Delivery) =>
  db.transaction(async (tx) => {
    if (outcome.state === 'sent') return writeSent(tx, live, claim, bounded(outcome.rejected))
    if (outcome.state === 'failed') return writeFailed(tx, live, claim, attempt, outcome)
    const item = await finishUnknown(tx, claim, outcome.kind, plainText(outcome.message, 500))
    if (item) await tellUnknown(tx, live, item)
  })
