import type { Database, Db } from '../../platform/db/database.ts'
import { type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { openMailboxIncident } from '../incidents/index.ts'
import { notify } from '../notifications/index.ts'
import { clearStalled, markStalled, type Stall } from './stalls.store.ts'

const batchSize = 200

const minuteOf = (iso: string) => `${iso.slice(0, 16)}Z`

async function reportStall(db: Db, live: Live, { id: mailboxId, memberId, address, ...stall }: Stall) {
  const { lastError } = stall
  const reason = lastError ? `: ${lastError.kind}. ${lastError.message ?? ''}` : '.'
  await openMailboxIncident(db, live, {
    memberId,
    mailboxId,
    failedAt: new Date().toISOString(),
    error: `No successful check for new mail since ${minuteOf(stall.since)}${reason}`.trim(),
  })
  if (!stall.notified)
    await notify(db, live, {
      memberId,
      kind: 'mailbox.error',
      severity: 'error',
      params: { mailboxId, address, kind: lastError?.kind ?? 'stalled' },
      link: `/mailboxes/${mailboxId}`,
    })
}

const notifyRecovery = (
  db: Db,
  live: Live,
  { id: mailboxId, memberId, address }: Pick<Stall, 'id' | 'memberId' | 'address'>,
) =>
  notify(db, live, {
    memberId,
    kind: 'mailbox.recovered',
    severity: 'info',
    params: { mailboxId, address },
    link: `/mailboxes/${mailboxId}`,
  })

/** Processes all rows, one batch per transaction, so that the mark and its notification commit together. */
async function inBatches<T>(
  db: Database,
  claim: (tx: Db) => Promise<T[]>,
  report: (tx: Db, row: T) => Promise<unknown>,
) {
  for (let claimed = batchSize; claimed >= batchSize; )
    claimed = await db.transaction(async (tx) => {
      const rows = await claim(tx)
      for (const row of rows) await report(tx, row)
      return rows.length
    })
}

/** Opens one incident per stall, and notifies the member when the mailbox has recovered. */
export async function sweepStalls(db: Database, live: Live) {
  await inBatches(
    db,
    (tx) => clearStalled(tx, batchSize),
    (tx, mailbox) => notifyRecovery(tx, live, mailbox),
  )
  await inBatches(
    db,
    (tx) => markStalled(tx, batchSize),
    (tx, stall) => reportStall(tx, live, stall),
  )
}

export const mailboxCron = (live: Live): CronItem[] => [
  {
    job: defineJob('mailboxes.stalls', { maxAttempts: 1, run: (_payload, { db }) => sweepStalls(db, live) }),
    schedule: '* * * * *',
  },
]
