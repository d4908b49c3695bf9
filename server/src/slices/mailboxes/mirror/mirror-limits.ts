import { createSemaphore } from '../../../platform/concurrency/semaphore.ts'

/** Limits shared by the mailboxes of one process, so that its memory does not grow with their number. */
export const createMirrorLimits = () => ({
  /** Mailboxes that read their history at the same time; the others queue. */
  turns: createSemaphore(3),
  /** Bytes of mail between the mail server and the parser. */
  bytes: createSemaphore(12 * 1024 * 1024),
  /** Fetches of large mail: its bytes are not counted while it arrives. */
  large: createSemaphore(1),
})
export type MirrorLimits = ReturnType<typeof createMirrorLimits>
