import { createQueue } from './job-queue.ts'
import type { MimeTask, Outcome } from './mime-tasks.ts'
import { createMember, type Member } from './pool-member.ts'

export type PoolOptions = {
  /** Threads; one parses about 2,000 mails a second. */
  workers?: number
  /** For one task. */
  timeLimitMs?: number
  /** JavaScript heap of a thread; the sources lie outside it. */
  heapMb?: number
  /** Bytes that may wait before `run` makes its caller wait. */
  maxWaiting?: number
}

class PoolClosed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PoolClosed'
  }
}

const maxFailedStarts = 3

/** Threads that take batches of tasks. A task that stalls or kills its thread fails alone; the rest is done again. */
export function createWorkerPool(options: PoolOptions) {
  const { workers = 1, timeLimitMs = 10_000, heapMb = 384, maxWaiting = 64 * 1024 * 1024 } = options
  const queue = createQueue(maxWaiting)
  const members = new Set<Member>()
  // Emptied when it is over: a Set's old tables would hold on to what was done.
  const waiting = new Set<{ reject?: (error: Error) => void }>()
  let failedStarts = 0
  let closed: Error | null = null
  const watch = setInterval(
    () => {
      for (const member of members) member.check()
    },
    Math.max(10, timeLimitMs / 20),
  )
  watch.unref()

  const shut = (error: Error) => {
    closed ??= error
    for (const { reject } of waiting) reject?.(closed)
    queue.wake()
    clearInterval(watch)
  }

  const start = () => {
    const member = createMember({
      queue,
      timeLimitMs,
      heapMb,
      onGone(started) {
        members.delete(member)
        failedStarts = started ? 0 : failedStarts + 1
        if (failedStarts >= maxFailedStarts) shut(new PoolClosed('The mail threads do not start'))
        if (closed) return
        start()
        // What it left behind need not wait for the new one.
        for (const other of members) other.fill()
      },
    })
    members.add(member)
  }
  for (let i = 0; i < workers; i++) start()

  const enqueue = (tasks: readonly MimeTask[], isUrgent: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
    const outcomes: Outcome[] = new Array(tasks.length)
    let missing = tasks.length
    if (missing === 0) resolve(outcomes)
    tasks.forEach((task, i) => {
      const done = (outcome: Outcome) => {
        outcomes[i] = outcome
        if (--missing === 0) resolve(outcomes)
      }
      queue.push({ task, done }, isUrgent)
    })
    const mine: { reject?: (error: Error) => void } = { reject }
    waiting.add(mine)
    // A little later: what others of this moment ask for, as the mails of one thread, goes along.
    queueMicrotask(() => {
      for (const member of members) member.fill()
    })
    return promise.finally(() => {
      waiting.delete(mine)
      delete mine.reject
    })
  }

  return {
    async run(tasks: readonly MimeTask[], isUrgent = false): Promise<Outcome[]> {
      while (!closed && !isUrgent && queue.isFull()) await queue.room()
      if (closed) throw closed
      // The threads keep no process alive; someone who waits for them does.
      const alive = setInterval(() => {}, 60_000)
      return enqueue(tasks, isUrgent).finally(() => clearInterval(alive))
    },
    async close() {
      shut(new PoolClosed('The mail threads are closed'))
      await Promise.all([...members].map((member) => member.stop()))
    },
  }
}
