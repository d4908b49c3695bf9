import type { review, SkipReason } from '@mailwright/contract/review'
import type { Body } from '@mailwright/contract/route'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { countWaiting, type ItemRow, lockDrafts, sendDrafts } from '../sending/index.ts'
import { findActiveMailboxes } from './active-mailboxes.ts'
import { oncePerToken } from './once-per-token.ts'
import type { ReviewDeps } from './reply.ts'
import type { SendDeps } from './send-draft.ts'

type Input = Body<typeof review.sendSelection>
type Reason = Static<typeof SkipReason>

function skipReasonOf(item: ItemRow | undefined, activeMailboxes: ReadonlySet<string>): Reason | undefined {
  if (!item) return 'not_found'
  const { reviewStatus, mailboxId } = item
  if (reviewStatus === 'gone') return 'gone'
  if (reviewStatus === 'sent') return 'already_sent'
  if (reviewStatus === 'rejected') return 'already_rejected'
  return activeMailboxes.has(mailboxId) ? undefined : 'mailbox_not_active'
}

async function sendAll(db: Db, { live }: ReviewDeps, memberId: string, ids: string[]) {
  const items = await lockDrafts(db, memberId, ids.filter(isUuid))
  const byId = new Map(items.map((item) => [item.id, item]))
  const activeMailboxes = await findActiveMailboxes(db, memberId)
  const skipped = ids.flatMap((id) => {
    const reason = skipReasonOf(byId.get(id), activeMailboxes)
    return reason ? [{ id, reason }] : []
  })
  const skippedIds = new Set(skipped.map(({ id }) => id))
  const sent = await sendDrafts(
    db,
    live,
    memberId,
    ids.filter((id) => !skippedIds.has(id)),
  )
  return { sent: sent.length, skipped, pendingCount: await countWaiting(db, memberId) }
}

/** Queues each draft that can be sent; the others are listed with the reason. */
export const sendSelection = (
  db: Db,
  deps: ReviewDeps & SendDeps,
  memberId: string,
  { ids, clientToken }: Input,
) => {
  const unique = [...new Set(ids.map((id) => (isUuid(id) ? id.toLowerCase() : id)))]
  const request = { memberId, clientToken, content: { sendAll: unique } }
  return oncePerToken(db, deps.fingerprints, request, () => sendAll(db, deps, memberId, unique))
}
