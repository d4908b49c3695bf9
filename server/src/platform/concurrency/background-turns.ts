import { setTimeout as sleep } from 'node:timers/promises'
import { createRecentOwners } from './recent-owners.ts'

// Requests and long computations share one event loop. A request needs several turns of it, one per answer of the
// database, and would wait for a slice of computing at each of them. Computations therefore take turns one by one, and
// only while no request is in progress, or after they have waited for a while. While there are requests, they also leave
// most of the time free: a process that always computes would keep the database from the processor on a small machine.

/** A request that takes longer than this waits for something else, or computes itself. */
const recentMs = 10
/** Computations get a turn at least this often, however many requests there are. */
const maxWaitMs = 10
const checkMs = 1
/** After the last request of others, computations use the whole time again. */
const quietMs = 50
/** The shares of the time that an owner's requests and runs may compute while there are requests of others. */
const shares = { request: 1 / 30, run: 1 / 10 }
/** How long an owner may compute before the share applies: a long reply now and then does not wait. */
const burstMs = 4
/** What an owner may owe at most: a turn that took long for another reason does not count in full. */
const maxDebtMs = 10
/** Without a new request for this long, those in progress are waiting for something other than the processor. */
const pressingMs = 100
/** After the last request, the next one is likely to come within this time. */
const comingMs = 20
/** How long work in batches rests, as a multiple of the time that the last batch took. */
const usualRest = 2
/** Longer rests would only let work pile up, to be done in one piece later. */
const maxRestMs = 100
/** This many requests in progress wait for each other: until there are fewer, runs take a tenth of the time. */
const throng = 64
/** An older request is a slow upload or a stream, and waits for its client instead. */
const throngMs = 500
const throngRest = 10
/** With this many requests within `crowdMs`, they wait for each other anyway. */
const crowd = 8
const crowdMs = 20
const gatherMs = 2

type TurnOptions = {
  /** Whose work it is: owners take turns. */
  owner?: string
  /** Of one owner's work the one with the lowest order goes first: it ends before the next one grows. */
  order?: string
  /** A request waits for this turn, and so does not count as one that goes first. */
  isRequest?: boolean
  /** The turn belongs to a run: runs get a larger share, or they would take minutes instead of seconds. */
  isRun?: boolean
}

type Waiting = { resolve(): void; order: string }
/** The requests or the runs of an owner; `left` is how long they may compute, as of `at`. */
type Lane = { owner: string; share: number; waiting: Waiting[]; left: number; at: number }

let inProgress = 0
/** Those of the requests in progress that began within the same `throngMs`. */
type Generation = { since: number; count: number }
let [older, young]: [Generation, Generation] = [
  { since: 0, count: 0 },
  { since: 0, count: 0 },
]
/** When the last requests started; `oldest` is the place of the first of them, and of the next one. */
const startedAt = new Float64Array(crowd).fill(Number.NEGATIVE_INFINITY)
let oldest = 0
/** Requests that wait for a turn themselves. */
let waitingRequests = 0
let lastStartedAt = Number.NEGATIVE_INFINITY
let turnStartedAt = Number.NEGATIVE_INFINITY
let isScheduled = false
/** Lanes with work waiting, the next one first. */
const lanes = new Set<Lane>()
/** Lanes with work waiting or less than the full time left, by kind and owner. */
const known = new Map<string, Lane>()
const requests = createRecentOwners()

const isBusy = (now: number) => inProgress > waitingRequests && now - lastStartedAt < recentMs

/** How long a lane may compute; negative after more than its share. */
const leftOf = ({ left, share, at }: Lane, now: number) => Math.min(burstMs, left + share * (now - at))

function charge(lane: Lane, ms: number, now: number) {
  lane.left = Math.max(-maxDebtMs, leftOf(lane, now) - ms)
  lane.at = now
  // A lane without work and with its full time left need not be remembered.
  for (const [key, other] of known) {
    if (other.waiting.length > 0 || leftOf(other, now) < burstMs) break
    known.delete(key)
  }
}

function laneOf(owner: string, isRun: boolean): Lane {
  const key = `${isRun ? 'run' : 'request'} ${owner}`
  const share = isRun ? shares.run : shares.request
  const lane = known.get(key) ?? { owner, share, waiting: [], left: burstMs, at: performance.now() }
  known.set(key, lane)
  return lane
}

function schedule(ms: number) {
  if (isScheduled) return
  isScheduled = true
  if (ms > 0) setTimeout(giveTurn, ms)
  else setImmediate(giveTurn)
}

/** The first lane that may compute, or how long until there is one. */
function nextLane(now: number): Lane | number {
  let wait = Number.POSITIVE_INFINITY
  for (const lane of lanes) {
    const left = requests.hasOthers(lane.owner, quietMs) ? leftOf(lane, now) : burstMs
    if (left > 0) return lane
    wait = Math.min(wait, -left / lane.share)
  }
  return Math.min(wait, quietMs)
}

/** The next work of a lane, which then goes to the end of the line. */
function takeNext(lane: Lane): Waiting | undefined {
  const { waiting } = lane
  lanes.delete(lane)
  let first = 0
  for (let i = 1; i < waiting.length; i++)
    if ((waiting[i]?.order ?? '') < (waiting[first]?.order ?? '')) first = i
  const [taken] = waiting.splice(first, 1)
  if (waiting.length > 0) lanes.add(lane)
  return taken
}

/** Runs after what the turn has started. */
function endTurn(lane: Lane) {
  const now = performance.now()
  charge(lane, now - turnStartedAt, now)
  if (lanes.size > 0) schedule(0)
}

function giveTurn() {
  isScheduled = false
  if (lanes.size === 0) return
  const now = performance.now()
  const next = nextLane(now)
  if (typeof next === 'number') return schedule(Math.max(checkMs, next))
  if (isBusy(now) && now - turnStartedAt < maxWaitMs) return schedule(checkMs)
  turnStartedAt = now
  takeNext(next)?.resolve()
  setImmediate(endTurn, next)
}

/** How long there has been no request. */
export const msWithoutRequest = () => (inProgress > 0 ? 0 : performance.now() - lastStartedAt)

/** Marks the time in which a request is in progress; returns what to call at its end. */
export function beginRequest(): () => void {
  inProgress++
  lastStartedAt = performance.now()
  if (lastStartedAt - young.since > throngMs) [older, young] = [young, { since: lastStartedAt, count: 0 }]
  const generation = young
  generation.count++
  startedAt[oldest] = lastStartedAt
  oldest = (oldest + 1) % crowd
  return () => {
    inProgress--
    generation.count--
  }
}

/** Whether requests are in progress, or likely to come. */
export const hasRequests = () => performance.now() - lastStartedAt < (inProgress > 0 ? pressingMs : comingMs)

/**
 * Lets requests go before work in batches: while they keep coming, rests for twice as long as the last batch took, or
 * for ten times as long if there are very many. The next batch is larger, so the work loses little by it. Undefined if no
 * rest is needed.
 */
export const restForRequests = (workedMs: number): Promise<void> | undefined => {
  if (!hasRequests()) return undefined
  const rest = older.count + young.count >= throng ? throngRest : usualRest
  return sleep(Math.min(maxRestMs, rest * workedMs))
}

/**
 * While many requests come, waits for some more to share the next statement: one for several costs less than one each,
 * and so all of them are answered sooner. Undefined if there are few.
 */
export const gatherRequests = (): Promise<void> | undefined =>
  performance.now() - (startedAt[oldest] ?? 0) < crowdMs ? sleep(gatherMs) : undefined

/** Notes who sent a request, empty if anonymous: nobody has to rest because of their own. */
export const noteRequestOf = (owner: string) => requests.note(owner)

/** Resolves when a long computation may continue for a few milliseconds. */
export const backgroundTurn = ({
  owner = '',
  order = '',
  isRequest = false,
  isRun = false,
}: TurnOptions = {}): Promise<void> =>
  new Promise((resolve) => {
    const lane = laneOf(owner, isRun)
    lanes.add(lane)
    if (isRequest) waitingRequests++
    const begin = () => {
      if (isRequest) waitingRequests--
      resolve()
    }
    lane.waiting.push({ resolve: begin, order })
    schedule(0)
  })
