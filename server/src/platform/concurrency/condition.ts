/** A condition variable: waiters are notified when something changed. */
export function createCondition() {
  const waiters = new Set<() => void>()
  return {
    notifyAll() {
      for (const waiter of [...waiters]) waiter()
    },
    /** Resolves at the next notification. */
    wait: () =>
      new Promise<void>((resolve) => {
        const waiter = () => {
          waiters.delete(waiter)
          resolve()
        }
        waiters.add(waiter)
      }),
    /** Runs `check` now and at each notification until it returns a value or throws; rejects after `timeoutMs`. */
    until: <T>(timeoutMs: number, check: () => T | undefined, timeoutError: () => Error): Promise<T> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(() => reject(timeoutError())), timeoutMs)
        const settle = (finish: () => void) => {
          clearTimeout(timer)
          waiters.delete(attempt)
          finish()
        }
        const attempt = () => {
          try {
            const found = check()
            if (found !== undefined) settle(() => resolve(found))
          } catch (error) {
            settle(() => reject(error))
          }
        }
        waiters.add(attempt)
        attempt()
      }),
  }
}
