// Requests and long computations share one event loop. A request needs several turns of it, one per answer of the
// database, and would wait for a slice of computing at each of them. Computations therefore take turns one by one, and
// only while no request is in progress, or after they have waited for a while. While there are requests, they also leave
// most of the time free: a process that always computes would keep the database from the processor on a small machine.

/** A request that takes longer than this waits for something else, or computes itself. */
const recentMs = 10
/** Computations get a turn at least this often, however many requests there are. */
const maxWaitMs = 10
const checkMs = 1
/** After the last request, computations use the whole time again. */
const quietMs = 50
/** How long computations rest after a turn while there are requests, in multiples of the turn. */
const restShare = 2
const maxRestMs = 20

type TurnOptions = {
  /** Whose work it is: owners take turns. */
  owner?: string
  /** Of one owner's work the one with the lowest order goes first: it ends before the next one grows. */
  order?: string
}

type Waiting = { resolve(): void; order: string }

let inProgress = 0
let lastStartedAt = Number.NEGATIVE_INFINITY
let turnStartedAt = Number.NEGATIVE_INFINITY
let restUntil = Number.NEGATIVE_INFINITY
let isScheduled = false
const owners = new Map<string, Waiting[]>()

const isBusy = (now: number) => inProgress > 0 && now - lastStartedAt < recentMs

function schedule(ms: number) {
  if (isScheduled) return
  isScheduled = true
  if (ms > 0) setTimeout(giveTurn, ms)
  else setImmediate(giveTurn)
}

/** The next owner's work; the owner then goes to the end of the line. */
function takeNext(): Waiting | undefined {
  const [next] = owners
  if (!next) return undefined
  const [owner, waiting] = next
  owners.delete(owner)
  let first = 0
  for (let i = 1; i < waiting.length; i++)
    if ((waiting[i]?.order ?? '') < (waiting[first]?.order ?? '')) first = i
  const [taken] = waiting.splice(first, 1)
  if (waiting.length > 0) owners.set(owner, waiting)
  return taken
}

/** Runs after what the turn has started, which determines the rest. */
function endTurn() {
  const now = performance.now()
  restUntil = now + Math.min(maxRestMs, restShare * (now - turnStartedAt))
  if (owners.size > 0) schedule(0)
}

function giveTurn() {
  isScheduled = false
  if (owners.size === 0) return
  const now = performance.now()
  if (hasRecentRequests() && now < restUntil) return schedule(Math.max(checkMs, restUntil - now))
  if (isBusy(now) && now - turnStartedAt < maxWaitMs) return schedule(checkMs)
  turnStartedAt = now
  takeNext()?.resolve()
  setImmediate(endTurn)
}

/** Whether there are requests, now or a moment ago. */
const hasRecentRequests = () => performance.now() - lastStartedAt < quietMs

/** How long there has been no request. */
export const msWithoutRequest = () => (inProgress > 0 ? 0 : performance.now() - lastStartedAt)

/** Marks the time in which a request is in progress; returns what to call at its end. */
export function beginRequest(): () => void {
  inProgress++
  lastStartedAt = performance.now()
  return () => {
    inProgress--
  }
}

/** Resolves when a long computation may continue for a few milliseconds. */
export const backgroundTurn = ({ owner = '', order = '' }: TurnOptions = {}): Promise<void> =>
  new Promise((resolve) => {
    const waiting = owners.get(owner) ?? []
    owners.set(owner, waiting)
    waiting.push({ resolve, order })
    schedule(0)
  })
