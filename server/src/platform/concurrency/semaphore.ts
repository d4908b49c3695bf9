export type Permit = {
  granted: Promise<void>
  isGranted(): boolean
  /** Returns the permit, or leaves the queue if it was not granted yet. */
  release(): void
}

export type Semaphore = {
  /** Whether someone waits for a permit. */
  isContended(): boolean
  /** Queues without waiting. */
  request(weight?: number): Permit
  /** Waits for a permit and resolves with its release; rejects with the signal's reason when it aborts first. */
  acquire(weight: number, signal: AbortSignal): Promise<() => void>
  /** Runs the work while holding a permit. */
  run<T>(work: () => Promise<T>): Promise<T>
}

type Waiter = { weight: number; grant(): void }

async function waitForGrant(permit: Permit, signal: AbortSignal) {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) resolve()
  await Promise.race([permit.granted, aborted])
  signal.removeEventListener('abort', onAbort)
}

/** Grants permits up to `limit` in total weight, first come first served: a light request never overtakes a heavy one. */
export function createSemaphore(limit: number): Semaphore {
  const queue: Waiter[] = []
  let used = 0

  const grantNext = () => {
    // A request above the limit is granted when nothing else is out: otherwise it would wait forever.
    for (let next = queue[0]; next && (used === 0 || used + next.weight <= limit); next = queue[0]) {
      queue.shift()
      used += next.weight
      next.grant()
    }
  }

  function request(weight = 1): Permit {
    const { promise, resolve } = Promise.withResolvers<void>()
    let state: 'waiting' | 'granted' | 'released' = 'waiting'
    const waiter: Waiter = {
      weight,
      grant: () => {
        state = 'granted'
        resolve()
      },
    }
    queue.push(waiter)
    grantNext()
    return {
      granted: promise,
      isGranted: () => state === 'granted',
      release: () => {
        if (state === 'granted') used -= weight
        else if (state === 'waiting') queue.splice(queue.indexOf(waiter), 1)
        state = 'released'
        grantNext()
      },
    }
  }

  return {
    isContended: () => queue.length > 0,
    request,
    async acquire(weight, signal) {
      const permit = request(weight)
      if (permit.isGranted()) return permit.release
      await waitForGrant(permit, signal)
      if (!signal.aborted) return permit.release
      permit.release()
      throw signal.reason
    },
    async run(work) {
      const permit = request()
      if (!permit.isGranted()) await permit.granted
      try {
        return await work()
      } finally {
        permit.release()
      }
    },
  }
}

/** One semaphore per key, kept only while it is in use. */
export function createKeyedSemaphore(limit: number) {
  const semaphores = new Map<string, { semaphore: Semaphore; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const entry = semaphores.get(key) ?? { semaphore: createSemaphore(limit), users: 0 }
    semaphores.set(key, entry)
    entry.users += 1
    try {
      return await entry.semaphore.run(work)
    } finally {
      entry.users -= 1
      if (entry.users === 0) semaphores.delete(key)
    }
  }
}
