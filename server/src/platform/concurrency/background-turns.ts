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
/** While there are requests of others, an owner computes for this share of the time. */
const share = 1 / 30
/** How long an owner may compute before the share applies: a long reply now and then does not wait. */
const burstMs = 4
/** What an owner may owe at most: a turn that took long for another reason does not count in full. */
const maxDebtMs = 10

type TurnOptions = {
  /** Whose work it is: owners take turns. */
  owner?: string
  /** Of one owner's work the one with the lowest order goes first: it ends before the next one grows. */
  order?: string
  /** A request waits for this turn, and so does not count as one that goes first. */
  isRequest?: boolean
}

type Waiting = { resolve(): void; order: string }
/** `left` is how long an owner may compute, as of `at`. */
type Account = { left: number; at: number }

let inProgress = 0
/** Requests that wait for a turn themselves. */
let waitingRequests = 0
let lastStartedAt = Number.NEGATIVE_INFINITY
let turnStartedAt = Number.NEGATIVE_INFINITY
let isScheduled = false
const owners = new Map<string, Waiting[]>()
const accounts = new Map<string, Account>()
const requests = createRecentOwners()

const isBusy = (now: number) => inProgress > waitingRequests && now - lastStartedAt < recentMs

/** How long the owner may compute; negative after more than its share. */
function leftOf(owner: string, now: number): number {
  const account = accounts.get(owner)
  return account ? Math.min(burstMs, account.left + share * (now - account.at)) : burstMs
}

function charge(owner: string, ms: number, now: number) {
  accounts.set(owner, { left: Math.max(-maxDebtMs, leftOf(owner, now) - ms), at: now })
  // Owners whose accounts are full again need none.
  for (const other of accounts.keys()) {
    if (leftOf(other, now) < burstMs) break
    accounts.delete(other)
  }
}

function schedule(ms: number) {
  if (isScheduled) return
  isScheduled = true
  if (ms > 0) setTimeout(giveTurn, ms)
  else setImmediate(giveTurn)
}

/** The first owner that may compute, or how long until there is one. */
function nextOwner(now: number): string | number {
  let wait = Number.POSITIVE_INFINITY
  for (const owner of owners.keys()) {
    const left = requests.hasOthers(owner, quietMs) ? leftOf(owner, now) : burstMs
    if (left > 0) return owner
    wait = Math.min(wait, -left / share)
  }
  return Math.min(wait, quietMs)
}

/** The owner's next work; the owner then goes to the end of the line. */
function takeNext(owner: string): Waiting | undefined {
  const waiting = owners.get(owner) ?? []
  owners.delete(owner)
  let first = 0
  for (let i = 1; i < waiting.length; i++)
    if ((waiting[i]?.order ?? '') < (waiting[first]?.order ?? '')) first = i
  const [taken] = waiting.splice(first, 1)
  if (waiting.length > 0) owners.set(owner, waiting)
  return taken
}

/** Runs after what the turn has started. */
function endTurn(owner: string) {
  const now = performance.now()
  charge(owner, now - turnStartedAt, now)
  if (owners.size > 0) schedule(0)
}

function giveTurn() {
  isScheduled = false
  if (owners.size === 0) return
  const now = performance.now()
  const next = nextOwner(now)
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
  return () => {
    inProgress--
  }
}

/** Without a new request for so long, those in progress wait for something else than the processor. */
const pressingMs = 100
/** Longer rests would only let work pile up, which is then done in one piece. */
const maxRestMs = 50

/**
 * Lets requests go before work in batches: while they are in progress, rests for as long as the last batch took. The next
 * batch is larger, so the work loses little by it. Undefined if no rest is needed.
 */
export const restForRequests = (workedMs: number): Promise<void> | undefined =>
  inProgress > 0 && performance.now() - lastStartedAt < pressingMs
    ? sleep(Math.min(maxRestMs, workedMs))
    : undefined

/** Notes who sent a request, empty if anonymous: nobody has to rest because of their own. */
export const noteRequestOf = (owner: string) => requests.note(owner)

/** Resolves when a long computation may continue for a few milliseconds. */
export const backgroundTurn = ({
  owner = '',
  order = '',
  isRequest = false,
}: TurnOptions = {}): Promise<void> =>
  new Promise((resolve) => {
    const waiting = owners.get(owner) ?? []
    owners.set(owner, waiting)
    if (isRequest) waitingRequests++
    const begin = () => {
      if (isRequest) waitingRequests--
      resolve()
    }
    waiting.push({ resolve: begin, order })
    schedule(0)
  })
