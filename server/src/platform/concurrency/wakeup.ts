/**
 * Something one loop sleeps on and others wake it from. A wake-up that came before the wait ends the wait at once.
 * `merge` combines values that arrive before the loop takes them; by default the last one wins.
 */
export function createWakeup<T = true>(
  merge: (pending: T | undefined, next: T) => T = (_pending, next) => next,
) {
  let pending: T | undefined
  let notify: (() => void) | undefined

  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        notify = undefined
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
      notify = done
    })

  return {
    wake(value: T) {
      pending = merge(pending, value)
      notify?.()
    },
    isPending: () => pending !== undefined,
    /** Waits for a wake-up, for `ms` at most, or until `signal` aborts; takes the value that woke it. */
    async wait(ms: number, signal: AbortSignal): Promise<T | undefined> {
      if (pending === undefined && !signal.aborted) await sleep(ms, signal)
      const value = pending
      pending = undefined
      return value
    },
  }
}
