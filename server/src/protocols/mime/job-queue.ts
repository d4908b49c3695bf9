import { createCondition } from '../../platform/concurrency/condition.ts'
import { createFifo } from '../../platform/concurrency/fifo.ts'
import { type MimeTask, type Outcome, weightOf } from './mime-tasks.ts'

export type Job = { task: MimeTask; done(outcome: Outcome): void }

const batchTasks = 32
const batchWeight = 1024 * 1024

/** What people wait for goes before what a mirror brings; beyond `maxWaiting` bytes the bringer waits. */
export function createQueue(maxWaiting: number) {
  const urgent = createFifo<Job>()
  const ordinary = createFifo<Job>()
  let weight = 0
  const drained = createCondition()

  return {
    push(job: Job, isUrgent: boolean) {
      ;(isUrgent ? urgent : ordinary).push(job)
      weight += weightOf(job.task)
    },
    /** The next batch, light enough to be done in some milliseconds; a heavy task goes alone or last. */
    take(): Job[] {
      const line = urgent.peek() ? urgent : ordinary
      const batch: Job[] = []
      let taken = 0
      while (batch.length < batchTasks && taken < batchWeight) {
        const job = line.shift()
        if (!job) break
        batch.push(job)
        taken += weightOf(job.task)
      }
      weight -= taken
      if (weight <= maxWaiting) drained.notifyAll()
      return batch
    },
    isFull: () => weight > maxWaiting,
    room: drained.wait,
    wake: drained.notifyAll,
  }
}

export type Queue = ReturnType<typeof createQueue>
