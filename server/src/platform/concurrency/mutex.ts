/** Runs one piece of work at a time, in the order of the calls; a failure does not stop the next. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}

/** A mutex whose holder learns that others wait, so that long work can yield to them. */
export type YieldingMutex = <T>(work: () => Promise<T>, onContended?: () => void) => Promise<T>

export function createYieldingMutex(): YieldingMutex {
  const lock = createMutex()
  let waiting = 0
  let notifyHolder: (() => void) | undefined
  return (work, onContended) => {
    waiting += 1
    notifyHolder?.()
    return lock(async () => {
      waiting -= 1
      notifyHolder = onContended
      if (waiting > 0) onContended?.()
      try {
        return await work()
      } finally {
        notifyHolder = undefined
      }
    })
  }
}
