import { PortBusy } from '../../engine/index.ts'
import { createKeyedSemaphore } from '../../platform/concurrency/semaphore.ts'

// Of the runs that a process works on at once, only these may wait for servers of one member.
const maxPerMember = 50
const maxWaitMs = 1_000
const retryAfterMs = 3_000

/** Makes a call to another server on behalf of a member. */
export type OutsideCalls = <T>(memberId: string, call: () => Promise<T>) => Promise<T>

/**
 * Limits the calls that the runs of one member make at the same time in this process. A call beyond the limit waits
 * for a moment, then its run gives up its slot and tries again later: a slow server costs only the member who uses it.
 */
export function createOutsideCalls(): OutsideCalls {
  const runLimited = createKeyedSemaphore(maxPerMember)
  const timeoutError = () => new PortBusy(retryAfterMs * (0.75 + Math.random() / 2))
  return (memberId, call) => runLimited(memberId, call, { maxWaitMs, timeoutError })
}
