import type { Database, Db } from '../../platform/db/database.ts'
import { type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from '../notifications/index.ts'
import {
  endExpired,
  findExpiring,
  findMembersWithExpired,
  findOrphanedMessages,
} from './gone-drafts.store.ts'
import { endDraftsAbout, publishGone } from './gone-drafts.ts'

const maxAtOnce = 10_000
const link = '/review'

/** Ends what nobody has touched for `days`, and says so in the same transaction. */
async function expireOf(db: Db, live: Live, memberId: string, days: number) {
  const expired = publishGone(db, live, await endExpired(db, memberId, days, maxAtOnce))
  const [oldest] = expired.sort((a, b) => (a.id < b.id ? -1 : 1))
  if (!oldest) return
  await notify(db, live, {
    memberId,
    kind: 'review.expired',
    severity: 'warning',
    params: { drafts: expired.length, subject: oldest.subject },
    link,
    dedupeKey: `review.expired ${oldest.id}`,
  })
}

/** A short limit leaves half of the time for a warning. */
const noticeDays = (days: number) => Math.min(2, days / 2)

/** Warns each member at most once a day. */
async function warnMembers(db: Database, live: Live, days: number) {
  const today = new Date().toISOString().slice(0, 10)
  for (const { memberId, ...params } of await findExpiring(db, days, noticeDays(days)))
    await notify(db, live, {
      memberId,
      kind: 'review.expiring',
      severity: 'info',
      params,
      link,
      dedupeKey: `review.expiring ${today}`,
    })
}

/** Can be repeated and run twice at once: each draft ends in the transaction that notifies its member. */
export async function expireDrafts(db: Database, live: Live, days: number) {
  // Messages that went with their folder or mailbox.
  const orphaned = await findOrphanedMessages(db, maxAtOnce)
  await db.transaction((tx) => endDraftsAbout(tx, live, orphaned))
  for (const memberId of await findMembersWithExpired(db, days))
    await db.transaction((tx) => expireOf(tx, live, memberId, days))
  await warnMembers(db, live, days)
}

export const draftExpiry = (live: Live, days: number): CronItem => ({
  schedule: '20 * * * *',
  job: defineJob('sending.expire-drafts', {
    maxAttempts: 3,
    run: (_payload, { db }) => expireDrafts(db, live, days),
  }),
})
