import type { ClaimedItem, RecipientResults } from './delivery.store.ts'
import type { DeliveryOutcome, RecipientRejection } from './ports.ts'

type Item = Pick<ClaimedItem, 'to' | 'cc' | 'bcc' | 'delivered' | 'rejected'>

/** The mail has left for some; this attempt is for others, to whom the server said "later". */
export const isFollowUp = ({ delivered }: Pick<Item, 'delivered'>) => delivered.length > 0

/** Whom an attempt is for: everybody, or those who were put off. Never anyone for whom the server took it. */
export function pendingRecipients(item: Item): string[] {
  if (!isFollowUp(item)) return [...item.to, ...item.cc, ...item.bcc]
  return item.rejected.filter(({ deferred }) => deferred).map(({ address }) => address)
}

export const deferredOf = ({ rejected }: RecipientResults) => rejected.filter(({ deferred }) => deferred)

/** The server took it, for all that it did not name. */
export function resultsAfterSent(item: Item, now: RecipientRejection[]): RecipientResults {
  const refused = new Set(now.map(({ address }) => address))
  const accepted = pendingRecipients(item).filter((address) => !refused.has(address))
  const before = isFollowUp(item) ? item.rejected.filter(({ deferred }) => !deferred) : []
  return { delivered: [...item.delivered, ...new Set(accepted)], rejected: [...before, ...now] }
}

/** A follow-up that nobody got: who was put off is put off again, or given up. */
export function resultsAfterFailedFollowUp(item: Item, outcome: Exclude<DeliveryOutcome, { state: 'sent' }>): RecipientResults {
  const now = outcome.state === 'failed' ? (outcome.rejected ?? []) : []
  const isOver = outcome.state === 'unknown' || !outcome.transient
  const rejected = item.rejected.map((before) => {
    if (!before.deferred) return before
    const said = now.find(({ address }) => address === before.address)
    if (said) return said
    const { deferred: _, ...refusal } = before
    return isOver ? { ...refusal, message: outcome.message } : before
  })
  return { delivered: item.delivered, rejected }
}
