import { AiFault } from './ai-fault.ts'

/** A call that may begin. Must be ended; only the first time counts. */
export type Slot = { end(isHealthy: boolean): void }

type Waiter = { isForced: boolean; resolve(slot: Slot): void; reject(error: unknown): void }
export type WaitOptions = { signal: AbortSignal; maxWaitMs: number; isForced: boolean }

const busyRetryMs = 5_000

/** Calls that wait for a slot, first come first served. Forced ones, which ignore an open circuit, come first. */
export function createWaitingList() {
  const waiters: Waiter[] = []

  const add = ({ signal, maxWaitMs, isForced }: WaitOptions, onLeave: () => void) =>
    new Promise<Slot>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const leave = (reason: unknown) => {
        const at = waiters.indexOf(waiter)
        if (at === -1) return
        waiters.splice(at, 1)
        settle()
        reject(reason)
        onLeave()
      }
      const onAbort = () => leave(signal.reason)
      const late = () =>
        leave(new AiFault('ai.busy', 'transient', 'Too many calls wait for this AI connection.', busyRetryMs))
      const timer = setTimeout(late, maxWaitMs)
      const waiter: Waiter = {
        isForced,
        resolve: (slot) => {
          settle()
          resolve(slot)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      }
      signal.addEventListener('abort', onAbort)
      if (isForced) waiters.unshift(waiter)
      else waiters.push(waiter)
      if (signal.aborted) onAbort()
    })

  const rejectAll = (error: unknown) => {
    for (const waiter of waiters.splice(0)) waiter.reject(error)
  }

  return {
    add,
    rejectAll,
    size: () => waiters.length,
    isFirstForced: () => waiters[0]?.isForced ?? false,
    grantFirst: (slot: Slot) => waiters.shift()?.resolve(slot),
    /** The circuit is open: nothing is called for the moment. */
    refuseAll: (retryAfterMs: number) =>
      rejectAll(
        new AiFault(
          'ai.unavailable',
          'transient',
          'The AI provider does not work at the moment and is not called.',
          retryAfterMs,
        ),
      ),
  }
}
export type WaitingList = ReturnType<typeof createWaitingList>
