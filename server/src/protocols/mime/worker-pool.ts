import { createJobQueue } from './job-queue.ts'
import type { MimeTask, Outcome } from './mime-tasks.ts'
import { createMember, type Member } from './pool-member.ts'

export type PoolOptions = {
  /** Number of threads; one parses about 2,000 messages per second. */
  workers?: number
  /** Per task. */
  timeLimitMs?: number
  /** JavaScript heap per thread; the sources are outside it. */
  heapMb?: number
  /** Queued bytes beyond which `run` waits. */
  maxQueuedBytes?: number
}

class PoolClosed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PoolClosed'
  }
}

const maxFailedStarts = 3

/** Threads that process batches of tasks. Only a task that stalls or kills its thread fails; the others are retried. */
export function createWorkerPool(options: PoolOptions) {
  const { workers = 1, timeLimitMs = 10_000, heapMb = 384, maxQueuedBytes = 64 * 1024 * 1024 } = options
  const queue = createJobQueue(maxQueuedBytes)
  const members = new Set<Member>()
  const waiting = new Set<(error: Error) => void>()
  let failedStarts = 0
  let closed: Error | null = null
  const watchdog = setInterval(
    () => {
      for (const member of members) member.check()
    },
    Math.max(10, timeLimitMs / 20),
  )
  watchdog.unref()

  const closeWith = (error: Error) => {
    closed ??= error
    for (const reject of waiting) reject(closed)
    queue.wake()
    clearInterval(watchdog)
  }

  const start = () => {
    const member = createMember({
      queue,
      timeLimitMs,
      heapMb,
      onExit(started) {
        members.delete(member)
        failedStarts = started ? 0 : failedStarts + 1
        if (failedStarts >= maxFailedStarts) closeWith(new PoolClosed('the MIME threads do not start'))
        if (closed) return
        start()
        // Its remaining jobs need not wait for the new thread.
        for (const other of members) other.fill()
      },
    })
    members.add(member)
  }
  for (let i = 0; i < workers; i++) start()

  const enqueue = (tasks: readonly MimeTask[], isUrgent: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
    const outcomes: Outcome[] = new Array(tasks.length)
    let remaining = tasks.length
    if (remaining === 0) resolve(outcomes)
    tasks.forEach((task, i) => {
      const done = (outcome: Outcome) => {
        outcomes[i] = outcome
        if (--remaining === 0) resolve(outcomes)
      }
      queue.push({ task, done }, isUrgent)
    })
    waiting.add(reject)
    // Deferred, so that requests of the same moment, such as the messages of one thread, share a batch.
    queueMicrotask(() => {
      for (const member of members) member.fill()
    })
    return promise.finally(() => waiting.delete(reject))
  }

  return {
    async run(tasks: readonly MimeTask[], isUrgent = false): Promise<Outcome[]> {
      while (!closed && !isUrgent && queue.isFull()) await queue.waitForSpace()
      if (closed) throw closed
      // The threads are unreferenced, so a caller that waits for them must keep the process alive.
      const keepAlive = setInterval(() => {}, 60_000)
      return enqueue(tasks, isUrgent).finally(() => clearInterval(keepAlive))
    },
    async close() {
      closeWith(new PoolClosed('the MIME threads are closed'))
      await Promise.all([...members].map((member) => member.stop()))
    },
  }
}
