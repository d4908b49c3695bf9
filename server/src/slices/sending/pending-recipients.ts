import type { ClaimedItem, RecipientResults } from './delivery.store.ts'
import type { DeliveryOutcome, RecipientRejection } from './ports.ts'

type Item = Pick<ClaimedItem, 'to' | 'cc' | 'bcc' | 'delivered' | 'rejected'>

/** Whether this attempt is only for recipients that the server deferred while it accepted others. */
export const isFollowUp = ({ delivered }: Pick<Item, 'delivered'>) => delivered.length > 0

/** The recipients of an attempt: all of them, or the deferred ones. Never one that the server accepted. */
export function pendingRecipients(item: Item): string[] {
  if (!isFollowUp(item)) return [...item.to, ...item.cc, ...item.bcc]
  return item.rejected.filter(({ deferred }) => deferred).map(({ address }) => address)
}

export const deferredOf = ({ rejected }: RecipientResults) => rejected.filter(({ deferred }) => deferred)

/** The server accepted the mail for all recipients that it did not reject. */
export function resultsAfterSent(item: Item, rejections: RecipientRejection[]): RecipientResults {
  const rejected = new Set(rejections.map(({ address }) => address))
  const accepted = pendingRecipients(item).filter((address) => !rejected.has(address))
  const before = isFollowUp(item) ? item.rejected.filter(({ deferred }) => !deferred) : []
  return { delivered: [...item.delivered, ...new Set(accepted)], rejected: [...before, ...rejections] }
}

/** Nobody got the follow-up: the deferred recipients stay deferred, or are given up. */
export function resultsAfterFailedFollowUp(
  item: Item,
  outcome: Exclude<DeliveryOutcome, { state: 'sent' }>,
): RecipientResults {
  const rejections = outcome.state === 'failed' ? (outcome.rejected ?? []) : []
  const isFinal = outcome.state === 'unknown' || !outcome.transient
  const rejected = item.rejected.map((before) => {
    if (!before.deferred) return before
    const update = rejections.find(({ address }) => address === before.address)
    if (update) return update
    const { deferred: _, ...rejection } = before
    return isFinal ? { ...rejection, message: outcome.message } : before
  })
  return { delivered: item.delivered, rejected }
}
