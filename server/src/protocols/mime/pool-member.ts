import type { Job, JobQueue } from './job-queue.ts'
import { type FailReason, type Outcome, packBatch } from './mime-tasks.ts'
import { startThread, type ThreadEvents } from './worker-thread.ts'

type MemberOptions = {
  queue: JobQueue
  timeLimitMs: number
  heapMb: number
  /** The thread has exited; `started` is false if it never became ready. */
  onExit(started: boolean): void
}

let batches = 0

/** One thread and its current batch. */
export function createMember({ queue, timeLimitMs, heapMb, onExit }: MemberOptions) {
  let ready = false
  let batch = 0
  let jobs: (Job | undefined)[] = []
  let progress = { at: 0, since: 0, late: false }

  const fill = () => {
    if (!ready || jobs.length > 0) return
    const batchJobs = queue.take()
    if (batchJobs.length === 0) return
    jobs = batchJobs
    send(++batches, batchJobs).catch(() => {
      // Not enough memory to copy the sources.
      settle(
        0,
        batchJobs.map(() => ({ ok: false, reason: 'too_large' })),
      )
    })
  }

  const send = async (ownBatch: number, batchJobs: Job[]) => {
    batch = ownBatch
    // The clock starts when the batch is sent.
    progress = { at: 0, since: Number.POSITIVE_INFINITY, late: false }
    const packed = await packBatch(
      ownBatch,
      batchJobs.map(({ task }) => task),
    )
    // The thread exited meanwhile, and its jobs are back in the queue.
    if (!ready || batch !== ownBatch) return
    progress.since = performance.now()
    thread.send(packed)
  }

  const settle = (first: number, results: Outcome[]) => {
    results.forEach((outcome, i) => {
      jobs[first + i]?.done(outcome)
      jobs[first + i] = undefined
    })
    progress.late = false
    if (first + results.length < jobs.length) return
    jobs = []
    fill()
  }

  /** Fails the task that killed the thread, and requeues the others. */
  const handleExit = (at: number, reason: FailReason) => {
    const started = ready
    ready = false
    jobs[at]?.done({ ok: false, reason })
    jobs.forEach((job, i) => {
      if (job && i !== at) queue.push(job, true)
    })
    jobs = []
    onExit(started)
  }

  const events: ThreadEvents = {
    ready() {
      ready = true
      fill()
    },
    results(resultBatch, first, results) {
      if (resultBatch === batch) settle(first, results)
    },
    exited: handleExit,
  }
  const thread = startThread(events, heapMb)

  return {
    fill,
    /** Kills only after two late checks in a row: after a stall of this thread, results may be waiting in the port. */
    check() {
      if (jobs.length === 0) return
      const at = thread.at()
      if (at !== progress.at) progress = { at, since: performance.now(), late: false }
      else if (performance.now() - progress.since < timeLimitMs) return
      else if (progress.late) thread.kill('too_slow')
      else progress.late = true
    },
    stop: thread.stop,
  }
}

export type Member = ReturnType<typeof createMember>
