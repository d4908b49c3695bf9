import type { Database, Db } from '../../platform/db/database.ts'
import { type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { openMailboxIncident } from '../incidents/index.ts'
import { notify } from '../notifications/index.ts'
import { clearStalled, markStalled, type Stall } from './stalls.store.ts'

const batch = 200

const minuteOf = (iso: string) => `${iso.slice(0, 16)}Z`

async function reportStall(db: Db, live: Live, { id: mailboxId, memberId, address, ...stall }: Stall) {
  const { lastError } = stall
  const why = lastError ? `: ${lastError.kind}. ${lastError.message ?? ''}` : '.'
  await openMailboxIncident(db, live, {
    memberId,
    mailboxId,
    failedAt: new Date().toISOString(),
    error: `New mail has not been looked for since ${minuteOf(stall.since)}${why}`.trim(),
  })
  if (!stall.notified)
    await notify(db, live, {
      memberId,
      kind: 'mailbox.error',
      severity: 'error',
      params: { mailboxId, address, kind: lastError?.kind ?? 'stalled' },
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
  })

/** As long as there are more, a batch a transaction: mark and word commit together. */
async function inBatches<T>(
  db: Database,
  take: (tx: Db) => Promise<T[]>,
  tell: (tx: Db, one: T) => Promise<unknown>,
) {
  for (let taken = batch; taken >= batch; )
    taken = await db.transaction(async (tx) => {
      const rows = await take(tx)
      for (const row of rows) await tell(tx, row)
      return rows.length
    })
}

/** A mailbox that has fallen behind is an incident, once; when it has caught up its member is told. */
export async function sweepStalls(db: Database, live: Live) {
  await inBatches(
    db,
    (tx) => clearStalled(tx, batch),
    (tx, one) => notifyRecovery(tx, live, one),
  )
  await inBatches(
    db,
    (tx) => markStalled(tx, batch),
    (tx, one) => reportStall(tx, live, one),
  )
}

export const mailboxCron = (live: Live): CronItem[] => [
  {
    job: defineJob('mailboxes.stalls', { maxAttempts: 1, run: (_payload, { db }) => sweepStalls(db, live) }),
    schedule: '* * * * *',
  },
]
