type Waiter<Q, A> = { item: Q; resolve(answer: A): void; reject(error: unknown): void }

export type BatcherOptions = {
  maxBatch?: number
  /** How many batches may run at once. */
  maxInFlight?: number
  /** While a batch runs, another one starts only with so many items. */
  minBeside?: number
  /** How long the first item waits for others. Without it, a batch takes what arrives in the same microtask queue. */
  delayMs?: number
  /** How to rest after a batch, given how long it took. Its items are settled before. */
  rest?: (workedMs: number) => Promise<void> | undefined
}

/** Runs one batch and settles its items. Never throws. */
async function settle<Q, A>(batch: Waiter<Q, A>[], run: (items: Q[]) => Promise<A[]>) {
  try {
    const answers = await run(batch.map(({ item }) => item))
    batch.forEach(({ resolve }, i) => {
      resolve(answers[i] as A)
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/**
 * Collects items that arrive together and runs them as one batch, such as one statement. While `maxInFlight` batches
 * run, items wait and then leave together. A batch starts after its items arrived, so an answer is never older than
 * its question.
 */
export function createBatcher<Q, A>(run: (items: Q[]) => Promise<A[]>, options: BatcherOptions = {}) {
  const { maxBatch = 100, maxInFlight = 2, minBeside = 1, delayMs, rest } = options
  const waiting: Waiter<Q, A>[] = []
  let inFlight = 0
  let isScheduled = false

  const mayStart = () => inFlight === 0 || (inFlight < maxInFlight && waiting.length >= minBeside)

  async function flush() {
    const batch = waiting.splice(0, maxBatch)
    if (batch.length === 0) return
    inFlight++
    const startedAt = performance.now()
    await settle(batch, run)
    await rest?.(performance.now() - startedAt)
    inFlight--
    if (waiting.length > 0 && mayStart()) void flush()
  }

  function schedule() {
    if (!mayStart()) return
    if (delayMs === undefined) return queueMicrotask(() => mayStart() && void flush())
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      void flush()
    }, delayMs)
  }

  return (item: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
