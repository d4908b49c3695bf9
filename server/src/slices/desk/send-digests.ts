import { wallClock } from '@mailwright/contract/workflow-graph/cron/time-zone'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { type DueDigest, lockDueDigest, nextDigestAt, setNextDigest } from '../notifications/index.ts'
import type { ReviewReasons } from '../sending/index.ts'
import { composeDigest } from './compose-digest.ts'
import { countDesk } from './count-desk.ts'
import { describeEntries } from './describe-entries.ts'
import { findEntries } from './list-desk.ts'
import type { DeskPorts } from './ports.ts'

export type DigestDeps = {
  origin: Origin
  brandName: string
  draftDays: number
  reasons: ReviewReasons
  ports: DeskPorts
}

const maxItems = 20
const maxDigests = 1_000
/** One that could not be sent for longer, as after an outage, is left out. */
const maxLateMs = 2 * 3_600_000

const dayOf = ({ dueAt, timeZone }: DueDigest) =>
  new Date(wallClock(timeZone, Date.parse(dueAt))).toISOString().slice(0, 10)

async function writeDigest(db: Db, deps: DigestDeps, due: DueDigest) {
  const { origin, brandName, draftDays, reasons, ports } = deps
  const { memberId, timeZone } = due
  const member = await ports.findMember(db, memberId)
  if (!member) return
  const { email, locale } = member
  const reader = { memberId, email, seesApprovals: true }
  const counts = await countDesk(db, reader, draftDays)
  const mailboxId = counts.total > 0 ? await ports.findMailbox(db, memberId, null) : undefined
  if (!mailboxId) return
  const page = { order: 'urgent' as const, after: undefined, limit: maxItems }
  const entries = await findEntries(db, reader, draftDays, page)
  const items = await describeEntries(db, memberId, entries, { reasons, locale })
  const look = { locale, timeZone, brandName, base: origin.url }
  const sent = await ports.sendDigest(db, {
    memberId,
    mailboxId,
    to: email,
    ...composeDigest({ items, counts, ...look }),
    clientToken: `digest:${dayOf(due)}`,
  })
  // The mailbox has reached its rate limit: try again when it may send.
  if (typeof sent === 'object')
    await setNextDigest(db, memberId, new Date(Date.now() + sent.retryAfterMs).toISOString())
}

/** The time of the next one is stored in the transaction that queues this one. */
async function sendOne(db: Db, deps: DigestDeps): Promise<boolean> {
  const due = await lockDueDigest(db)
  if (!due) return false
  const now = Date.now()
  await setNextDigest(db, due.memberId, nextDigestAt(due.hour, due.timeZone, now))
  if (now - Date.parse(due.dueAt) <= maxLateMs) await writeDigest(db, deps, due)
  return true
}

export async function sendDueDigests(db: Database, deps: DigestDeps) {
  for (let i = 0; i < maxDigests; i++) if (!(await db.transaction((tx) => sendOne(tx, deps)))) return
}
