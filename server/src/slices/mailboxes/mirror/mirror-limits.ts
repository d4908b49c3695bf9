import { createSemaphore } from '../../../platform/concurrency/semaphore.ts'

/**
 * Limits shared by the mailboxes of one process, so that its memory does not grow with their number. Permits that are
 * held during a transfer lapse: a stalled server sends no bytes, and must not delay the mailboxes of others.
 */
export const createMirrorLimits = () => ({
  /** Mailboxes that backfill at the same time; the others queue. */
  turns: createSemaphore(3, { maxHoldMs: 60_000 }),
  /** Bytes of mail between the mail server and the parser. */
  bytes: createSemaphore(12 * 1024 * 1024),
  /** Concurrent fetches of large messages: their bytes are not counted during the transfer. */
  large: createSemaphore(1, { maxHoldMs: 15_000 }),
})
export type MirrorLimits = ReturnType<typeof createMirrorLimits>
