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
      en: 'Too many attempts to connect a mailbox. Try again later.',
      fr: "Trop de tentatives de connexion d'une boîte. Réessayez plus tard.",
    },
  })

/**
 * A probe reveals whether a server listens at an address, so probes are limited to prevent network scans. The limit per
 * minute covers all processes, the concurrency limit this one. A caller that waits too long gets a rate-limit error.
 */
export function createProbeLimits(limits: ProbeLimits): LimitProbes {
  const { maxPerMinute, maxConcurrent = 3, timeoutMs = 60_000 } = limits
  const runLimited = createKeyedSemaphore(maxConcurrent)

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
    return withTimeout(running, timeoutMs, () => {
      isTimedOut = true
      return isStarted ? fault('imap.unreachable') : tooMany(5)
    })
  }
}
