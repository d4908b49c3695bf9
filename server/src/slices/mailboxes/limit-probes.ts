import { createKeyedSemaphore } from '../../platform/concurrency/semaphore.ts'
import { withTimeout } from '../../platform/concurrency/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'

export type ProbeLimits = { maxPerMinute: number; maxConcurrent?: number; timeoutMs?: number }
export type LimitProbes = <T>(db: Db, memberId: string, work: () => Promise<T>) => Promise<T>

const tooMany = (retryAfterSeconds: number) =>
  fault('auth.rate_limited', {
    retryAfterSeconds,
    message: {
      en: 'Too many attempts to connect a mailbox; wait and try again.',
      fr: 'Trop de tentatives de connexion de boîte ; attendez puis réessayez.',
    },
  })

/**
 * Trying a server tells whether anything listens there: so a member may try a few, not scan a network. The minute is
 * counted for all processes, those at once for this one; who waits for too long is told to come back.
 */
export function createProbeLimits(limits: ProbeLimits): LimitProbes {
  const { maxPerMinute, maxConcurrent: maxAtOnce = 3, timeoutMs: longestMs = 60_000 } = limits
  const runLimited = createKeyedSemaphore(maxAtOnce)

  return async (db, memberId, work) => {
    const wait = await takeFromWindow(db, `probe:${memberId}`, maxPerMinute, 60)
    if (wait > 0) throw tooMany(wait)
    let isStarted = false
    let isTimedOut = false
    // A started attempt keeps its permit until it ends, even after the caller timed out.
    const running = runLimited(memberId, async () => {
      if (isTimedOut) throw tooMany(5)
      isStarted = true
      return work()
    })
    return withTimeout(running, longestMs, () => {
      isTimedOut = true
      return isStarted ? fault('imap.unreachable') : tooMany(5)
    })
  }
}
