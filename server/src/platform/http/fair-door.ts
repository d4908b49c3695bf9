import { backgroundTurn, beginRequest, hasRecentRequests } from '../concurrency/background-turns.ts'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'
import { fault } from '../errors/app-error.ts'

// One member, or one caller of a webhook, must not slow the others down by asking without a pause. Whoever has occupied
// the service for more than a fair share of the last seconds gives way: their requests begin one at a time, in the turns
// of long computations, while those of the others go on as if nobody else were there. Nothing is refused, unless so many
// wait already that the answer would come too late.

/** What one caller may occupy at once without giving way: a page of the web app takes a tenth. */
const burstMs = 500
/** How much of that is free again per millisecond. */
const refill = 0.25
/** What one request counts at most: a slow upload or a long download mostly waits for the network. */
const maxRequestMs = 250
/** A caller who paused for two seconds no longer gives way, whatever happened before. */
const maxUsedMs = 2 * burstMs
/** The next request of a caller who gives way does not wait longer for one that is slow. */
const maxHoldMs = 250
/** While others ask, a caller who gives way pauses after each request for as long as it took, this long at most. */
const maxPauseMs = 100
const maxAccounts = 10_000
const retryAfterSeconds = 2

type Account = { usedMs: number; at: number; waiting: number; lane: Semaphore | undefined }

/** Who is asking. Webhook calls are many and light: they give way in groups, and never queue behind each other. */
export type Asker = { key: string; isLight: boolean }

/** `end` is to be called at the end of the request. */
type Admission = { gaveWay: boolean; end(): void }

export type FairDoor = {
  /** Resolves when the request may begin. Rejects if too many of the caller wait. */
  enter(asker: Asker | undefined): Promise<Admission>
}

type Options = { maxWaiting: number; now?: () => number }

export function createFairDoor({ maxWaiting, now = () => performance.now() }: Options): FairDoor {
  const accounts = new Map<string, Account>()

  const usedOf = ({ usedMs, at }: Account) => Math.max(0, usedMs - (now() - at) * refill)
  function forgetIdle() {
    for (const [key, account] of accounts)
      if (account.waiting === 0 && usedOf(account) === 0) accounts.delete(key)
  }
  function accountOf(key: string): Account {
    const found = accounts.get(key)
    if (found) return found
    if (accounts.size >= maxAccounts) forgetIdle()
    const account = { usedMs: 0, at: now(), waiting: 0, lane: undefined }
    accounts.set(key, account)
    return account
  }
  function charge(account: Account, startedAt: number) {
    const ms = Math.min(maxRequestMs, now() - startedAt)
    account.usedMs = Math.min(maxUsedMs, usedOf(account) + ms)
    account.at = now()
  }

  /** Waits for the turn of a caller who gives way; resolves with what to call at the end. */
  async function giveWay(account: Account, { key, isLight }: Asker): Promise<() => void> {
    if (!isLight && account.waiting >= maxWaiting) throw fault('internal.unavailable', { retryAfterSeconds })
    account.waiting++
    try {
      account.lane ??= createSemaphore(1, { maxHoldMs })
      const permit = isLight ? undefined : account.lane.request()
      await permit?.granted
      await backgroundTurn({ owner: key, isLight })
      const startedAt = now()
      return () => {
        const pauseMs = hasRecentRequests() ? Math.min(maxPauseMs, now() - startedAt) : 0
        if (permit && pauseMs > 0) setTimeout(permit.release, pauseMs)
        else permit?.release()
      }
    } finally {
      account.waiting--
    }
  }

  return {
    async enter(asker) {
      if (!asker) return { gaveWay: false, end: beginRequest() }
      const account = accountOf(asker.key)
      const gaveWay = usedOf(account) > burstMs
      const release = gaveWay ? await giveWay(account, asker) : beginRequest()
      const startedAt = now()
      const end = () => {
        release()
        charge(account, startedAt)
      }
      return { gaveWay, end }
    },
  }
}
