// Requests and long computations share one event loop. A request needs several turns of it, one per answer of the
// database, and would wait for a slice of computing at each of them. Computations therefore take turns one by one, and
// only while no request is in progress, or after they have waited for a while.

/** A request that takes longer than this waits for something else, or computes itself. */
const recentMs = 10
/** Computations get a turn at least this often, however many requests there are. */
const maxWaitMs = 10
const checkMs = 1

let inProgress = 0
let lastStartedAt = Number.NEGATIVE_INFINITY
let lastTurnAt = Number.NEGATIVE_INFINITY
let isScheduled = false
const waiting: (() => void)[] = []

const isBusy = (now: number) => inProgress > 0 && now - lastStartedAt < recentMs

function schedule(ms: number) {
  if (isScheduled) return
  isScheduled = true
  if (ms > 0) setTimeout(giveTurn, ms)
  else setImmediate(giveTurn)
}

function giveTurn() {
  isScheduled = false
  const now = performance.now()
  if (isBusy(now) && now - lastTurnAt < maxWaitMs) return schedule(checkMs)
  lastTurnAt = now
  waiting.shift()?.()
  if (waiting.length > 0) schedule(0)
}

/** Marks the time in which a request is in progress; returns what to call at its end. */
export function beginRequest(): () => void {
  inProgress++
  lastStartedAt = performance.now()
  return () => {
    inProgress--
  }
}

/** Resolves when a long computation may continue for a few milliseconds. */
export const backgroundTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    schedule(0)
  })
