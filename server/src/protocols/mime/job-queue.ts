import { type MimeTask, type Outcome, weightOf } from './mime-tasks.ts'

export type Job = { task: MimeTask; done(outcome: Outcome): void }

const batchTasks = 32
const batchWeight = 1024 * 1024

/** First in, first out, in constant time: `shift` moves the whole array, and a mirror brings 20,000 at once. */
function createLine() {
  let jobs: (Job | undefined)[] = []
  let head = 0
  return {
    push: (job: Job) => void jobs.push(job),
    peek: () => jobs[head],
    take() {
      const job = jobs[head]
      if (!job) return undefined
      // Let go of at once: a source may be a hundred megabytes.
      jobs[head++] = undefined
      if (head > 1_000 && head * 2 > jobs.length) {
        jobs = jobs.slice(head)
        head = 0
      }
      return job
    },
  }
}

/** What people wait for goes before what a mirror brings; beyond `maxWaiting` bytes the bringer waits. */
export function createQueue(maxWaiting: number) {
  const urgent = createLine()
  const ordinary = createLine()
  let weight = 0
  let waiters: (() => void)[] = []

  const wake = () => {
    const woken = waiters
    waiters = []
    for (const go of woken) go()
  }

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
        const job = line.take()
        if (!job) break
        batch.push(job)
        taken += weightOf(job.task)
      }
      weight -= taken
      if (weight <= maxWaiting) wake()
      return batch
    },
    isFull: () => weight > maxWaiting,
    room: () => new Promise<void>((resolve) => void waiters.push(resolve)),
    wake,
  }
}

export type Queue = ReturnType<typeof createQueue>
