import { setTimeout as sleep } from 'node:timers/promises'
import { createRecentOwners } from '../concurrency/recent-owners.ts'
import { createKeyedSemaphore } from '../concurrency/semaphore.ts'

// Half of the connections of the API: a member with many requests at once waits for their own, and leaves room for others.
const maxPerMember = 4
// A browser has six connections: more requests at once are those of a program.
const maxUsual = 12
const recentMs = 100
/** How long a member who sent many counts as flooding: without it, the last twelve of a burst would run at full speed. */
const floodMs = 1_000
/** How long a flooding member rests after a request, in multiples of its duration. */
const restShare = 20
const maxRestMs = 250

/**
 * Limits the requests of a member that are in progress. As long as others send requests as well, a member who sends many
 * has one at a time, with a rest after it: each request of the others would wait for all four at every answer of the
 * database.
 */
export function createMemberTurns(now = () => performance.now()) {
  const open = new Map<string, number>()
  /** When each member last had more requests at once than usual, in the order of these times. */
  const floodedAt = new Map<string, number>()
  const { note, hasOthers } = createRecentOwners(now)
  const isFlooding = (memberId: string) =>
    now() - (floodedAt.get(memberId) ?? Number.NEGATIVE_INFINITY) < floodMs && hasOthers(memberId, recentMs)
  const forgetFloods = () => {
    for (const [memberId, at] of floodedAt) {
      if (now() - at < floodMs) return
      floodedAt.delete(memberId)
    }
  }
  const count = (memberId: string, change: number) => {
    const left = (open.get(memberId) ?? 0) + change
    if (left > maxUsual) {
      floodedAt.delete(memberId)
      floodedAt.set(memberId, now())
    } else forgetFloods()
    if (left > 0) open.set(memberId, left)
    else open.delete(memberId)
  }
  const turns = createKeyedSemaphore((memberId) => (isFlooding(memberId) ? 1 : maxPerMember))
  return async <T>(memberId: string, work: () => Promise<T>): Promise<T> => {
    note(memberId)
    count(memberId, 1)
    try {
      return await turns(memberId, async () => {
        const startedAt = now()
        const result = await work()
        if (isFlooding(memberId)) await sleep(Math.min(maxRestMs, restShare * (now() - startedAt)))
        return result
      })
    } finally {
      count(memberId, -1)
    }
  }
}
export type MemberTurns = ReturnType<typeof createMemberTurns>
