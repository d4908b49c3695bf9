import { createWakeup } from '../../../platform/concurrency/wakeup.ts'

/** 'inbox': the server reported a change of the inbox. 'anything': requested by this application; polls everything. */
export type WakeReason = 'inbox' | 'anything'

/** Wakes the mirror of one mailbox; 'anything' takes precedence over 'inbox'. */
export function createWake() {
  const wakeup = createWakeup<WakeReason>((pending, next) => (pending === 'anything' ? pending : next))
  return { now: wakeup.wake, isPending: wakeup.isPending, wait: wakeup.wait }
}
export type Wake = ReturnType<typeof createWake>
