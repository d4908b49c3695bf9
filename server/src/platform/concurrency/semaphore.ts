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

export type SemaphoreOptions = {
  /** After this time a permit no longer counts, so that one slow holder does not keep the others waiting. */
  maxHoldMs?: number
}

/** How much may be out in total, now. */
type Limit = number | (() => number)

/** Grants permits up to `limit` in total weight, first come first served: a light request never overtakes a heavy one. */
export function createSemaphore(limit: Limit, { maxHoldMs }: SemaphoreOptions = {}): Semaphore {
  const limitOf = typeof limit === 'number' ? () => limit : limit
  const queue: Waiter[] = []
  let used = 0

  const grantNext = () => {
    // A request above the limit is granted when nothing else is out: otherwise it would wait forever.
    for (let next = queue[0]; next && (used === 0 || used + next.weight <= limitOf()); next = queue[0]) {
      queue.shift()
      used += next.weight
      next.grant()
    }
  }

  function request(weight = 1): Permit {
    const { promise, resolve } = Promise.withResolvers<void>()
    let state: 'waiting' | 'granted' | 'lapsed' | 'released' = 'waiting'
    let timer: NodeJS.Timeout | undefined
    const lapse = () => {
      state = 'lapsed'
      used -= weight
      grantNext()
    }
    const waiter: Waiter = {
      weight,
      grant: () => {
        state = 'granted'
        if (maxHoldMs !== undefined) timer = setTimeout(lapse, maxHoldMs).unref()
        resolve()
      },
    }
    queue.push(waiter)
    grantNext()
    return {
      granted: promise,
      isGranted: () => state === 'granted' || state === 'lapsed',
      release: () => {
        clearTimeout(timer)
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

/** How long to wait for a permit, and what to throw then. */
export type WaitLimit = { maxWaitMs: number; timeoutError(): Error }

async function acquireWithin(semaphore: Semaphore, { maxWaitMs, timeoutError }: WaitLimit) {
  const permit = semaphore.request()
  if (permit.isGranted()) return permit.release
  const { promise: timedOut, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxWaitMs)
  await Promise.race([permit.granted, timedOut])
  clearTimeout(timer)
  if (permit.isGranted()) return permit.release
  permit.release()
  throw timeoutError()
}

async function runWithin<T>(semaphore: Semaphore, work: () => Promise<T>, limit: WaitLimit): Promise<T> {
  const release = await acquireWithin(semaphore, limit)
  try {
    return await work()
  } finally {
    release()
  }
}

/** One semaphore per key, kept only while it is in use. */
export function createKeyedSemaphore(limit: number | ((key: string) => number)) {
  const limitOf = (key: string): Limit => (typeof limit === 'number' ? limit : () => limit(key))
  const semaphores = new Map<string, { semaphore: Semaphore; users: number }>()
  return async <T>(key: string, work: () => Promise<T>, wait?: WaitLimit): Promise<T> => {
    const entry = semaphores.get(key) ?? { semaphore: createSemaphore(limitOf(key)), users: 0 }
    semaphores.set(key, entry)
    entry.users += 1
    try {
      return await (wait ? runWithin(entry.semaphore, work, wait) : entry.semaphore.run(work))
    } finally {
      entry.users -= 1
      if (entry.users === 0) semaphores.delete(key)
    }
  }
}
