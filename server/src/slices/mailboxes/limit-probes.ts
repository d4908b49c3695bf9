import { createGate, type Gate } from '../../platform/crypto/gate.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'

export type ProbeLimits = { maxPerMinute: number; maxAtOnce?: number; longestMs?: number }
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
  const { maxPerMinute, maxAtOnce = 3, longestMs = 60_000 } = limits
  const gates = new Map<string, { gate: Gate; users: number }>()

  const through = async <T>(memberId: string, work: () => Promise<T>): Promise<T> => {
    const own = gates.get(memberId) ?? { gate: createGate(maxAtOnce), users: 0 }
    gates.set(memberId, own)
    own.users += 1
    try {
      return await own.gate(work)
    } finally {
      own.users -= 1
      if (own.users === 0) gates.delete(memberId)
    }
  }

  return async (db, memberId, work) => {
    const wait = await takeFromWindow(db, `probe:${memberId}`, maxPerMinute, 60)
    if (wait > 0) throw tooMany(wait)
    let begun = false
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isOver = true
        reject(begun ? fault('imap.unreachable') : tooMany(5))
      }, longestMs)
    })
    // What has begun keeps its place until it ends, also when nobody waits for it any longer.
    const running = through(memberId, async () => {
      if (isOver) throw tooMany(5)
      begun = true
      return work()
    })
    try {
      return await Promise.race([running, late])
    } finally {
      clearTimeout(timer)
      running.catch(() => undefined)
    }
  }
}
