import { createWakeup } from '../../../platform/concurrency/wakeup.ts'

/** What there is news of: the inbox, as the server tells, or anything, as someone here tells. */
export type WakeReason = 'inbox' | 'anything'

/** Wakes the mirror of one mailbox; 'anything' outweighs 'inbox'. */
export function createWake() {
  const wakeup = createWakeup<WakeReason>((pending, next) => (pending === 'anything' ? pending : next))
  return { now: wakeup.wake, isNews: wakeup.isPending, wait: wakeup.wait }
}
export type Wake = ReturnType<typeof createWake>
