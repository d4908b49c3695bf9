import { createCondition } from '../../platform/concurrency/condition.ts'
import { createFifo } from '../../platform/concurrency/fifo.ts'
import { type MimeTask, type Outcome, sizeOf } from './mime-tasks.ts'

export type Job = { task: MimeTask; done(outcome: Outcome): void }

const maxBatchTasks = 32
const maxBatchBytes = 1024 * 1024

/** Serves interactive jobs before those of mirrors; producers wait while more than `maxQueuedBytes` are queued. */
export function createJobQueue(maxQueuedBytes: number) {
  const urgent = createFifo<Job>()
  const ordinary = createFifo<Job>()
  let queuedBytes = 0
  const drained = createCondition()

  return {
    push(job: Job, isUrgent: boolean) {
      ;(isUrgent ? urgent : ordinary).push(job)
      queuedBytes += sizeOf(job.task)
    },
    /** The next batch, small enough to take a few milliseconds; a large task goes alone or last. */
    take(): Job[] {
      const fifo = urgent.peek() ? urgent : ordinary
      const batch: Job[] = []
      let takenBytes = 0
      while (batch.length < maxBatchTasks && takenBytes < maxBatchBytes) {
        const job = fifo.shift()
        if (!job) break
        batch.push(job)
        takenBytes += sizeOf(job.task)
      }
      queuedBytes -= takenBytes
      if (queuedBytes <= maxQueuedBytes) drained.notifyAll()
      return batch
    },
    isFull: () => queuedBytes > maxQueuedBytes,
    waitForSpace: drained.wait,
    wake: drained.notifyAll,
  }
}

export type JobQueue = ReturnType<typeof createJobQueue>
