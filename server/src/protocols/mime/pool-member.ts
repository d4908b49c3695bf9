import type { Job, Queue } from './job-queue.ts'
import { type FailReason, type Outcome, packBatch } from './mime-tasks.ts'
import { startThread, type ThreadEvents } from './worker-thread.ts'

type MemberOptions = {
  queue: Queue
  timeLimitMs: number
  heapMb: number
  /** The thread is gone; `started` tells whether it ever came up. */
  onGone(started: boolean): void
}

let batches = 0

/** One thread and the batch that it is at. */
export function createMember({ queue, timeLimitMs, heapMb, onGone }: MemberOptions) {
  let ready = false
  let batch = 0
  let jobs: (Job | undefined)[] = []
  let seen = { at: 0, since: 0, late: false }

  const fill = () => {
    if (!ready || jobs.length > 0) return
    const taken = queue.take()
    if (taken.length === 0) return
    jobs = taken
    send(++batches, taken).catch(() => {
      // No memory to copy them into.
      settle(
        0,
        taken.map(() => ({ ok: false, reason: 'too_large' })),
      )
    })
  }

  const send = async (mine: number, taken: Job[]) => {
    batch = mine
    // Not late before it has begun.
    seen = { at: 0, since: Number.POSITIVE_INFINITY, late: false }
    const packed = await packBatch(
      mine,
      taken.map(({ task }) => task),
    )
    // Gone meanwhile: its jobs stand in the queue again.
    if (!ready || batch !== mine) return
    seen.since = performance.now()
    thread.send(packed)
  }

  const settle = (first: number, results: Outcome[]) => {
    results.forEach((outcome, i) => {
      jobs[first + i]?.done(outcome)
      jobs[first + i] = undefined
    })
    seen.late = false
    if (first + results.length < jobs.length) return
    jobs = []
    fill()
  }

  /** The task it died of fails; the others, answered or not begun, are done again elsewhere. */
  const gone = (at: number, reason: FailReason) => {
    const started = ready
    ready = false
    jobs[at]?.done({ ok: false, reason })
    jobs.forEach((job, i) => {
      if (job && i !== at) queue.push(job, true)
    })
    jobs = []
    onGone(started)
  }

  const events: ThreadEvents = {
    ready() {
      ready = true
      fill()
    },
    results(of, first, results) {
      if (of === batch) settle(first, results)
    },
    gone,
  }
  const thread = startThread(events, heapMb)

  return {
    fill,
    /** Late twice in a row before it is killed: after a stall of this thread answers may lie unread in the port. */
    check() {
      if (jobs.length === 0) return
      const at = thread.at()
      if (at !== seen.at) seen = { at, since: performance.now(), late: false }
      else if (performance.now() - seen.since < timeLimitMs) return
      else if (seen.late) thread.kill('too_slow')
      else seen.late = true
    },
    stop: thread.stop,
  }
}

export type Member = ReturnType<typeof createMember>
