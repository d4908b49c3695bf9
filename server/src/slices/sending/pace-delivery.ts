import type { Database } from '../../platform/db/database.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'
import type { Live } from '../../platform/live/live.ts'
import { sendWindow } from './admit-mail.ts'
import { type ClaimedItem, putOff, settleRate } from './delivery.store.ts'
import { publishStatus } from './notify-member.ts'
import { scheduleDelivery } from './schedule.ts'

type Task = { item: ClaimedItem; claim: string; live: Live; maxPerMinute: number }

/**
 * Counts a mail that was queued without regard to the rate limit of its mailbox. False when the limit is reached: the
 * mail is put off until it allows the next.
 */
export const takeTurn = (db: Database, { item, claim, live, maxPerMinute }: Task): Promise<boolean> =>
  db.transaction(async (tx) => {
    const wait = await takeFromWindow(tx, sendWindow(item.mailboxId), maxPerMinute, 60)
    if (wait === 0) return (await settleRate(tx, { id: item.id, claim })) > 0
    const later = await putOff(tx, { id: item.id, claim }, wait)
    if (later) {
      await scheduleDelivery(tx, later.id, later.sendAfter)
      publishStatus(tx, live, later, 'pending')
    }
    return false
  })
