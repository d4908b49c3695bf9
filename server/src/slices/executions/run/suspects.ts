import { maxCrashes } from './orphans.store.ts'
import type { OwnedRun } from './runs.store.ts'

// A suspect that has not killed the process by now holds up nobody any longer.
const watchMs = 2_000
// A process that lived this long does not die of whatever kills processes right after their start.
const settledMs = 10_000

/**
 * The runs of this process whose last owner died. The next ones are claimed when these have ended or have run for a
 * while; a run that died twice in a row is quarantined: meanwhile the process starts no other, so that it does not take
 * any down with it.
 */
export function createSuspects(now = () => performance.now()) {
  const watched = new Map<string, { crashes: number; since: number }>()
  const current = () => [...watched.values()].filter(({ since }) => now() - since < watchMs)
  const startedAt = now()
  return {
    isSettled: () => now() - startedAt >= settledMs,
    mayClaim: () => watched.size === 0 || current().length === 0,
    isQuarantined: () => watched.size > 0 && current().some(({ crashes }) => crashes > 1),
    add(runs: OwnedRun[]) {
      const since = now()
      // The others are not continued.
      for (const { id, crashes } of runs) if (crashes < maxCrashes) watched.set(id, { crashes, since })
    },
    /** Returns whether the last suspect has ended. */
    remove: (id: string) => watched.delete(id) && watched.size === 0,
  }
}
export type Suspects = ReturnType<typeof createSuspects>
