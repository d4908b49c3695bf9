import { maxCrashes } from './orphans.store.ts'
import type { OwnedRun } from './runs.store.ts'

// A suspect that has not killed the process by now holds up nobody any longer.
const watchMs = 2_000
// A process that lived this long does not die of whatever kills processes right after their start.
const settledMs = 10_000

/**
 * The runs of this process whose last owner died. The next ones are claimed when these have ended or have run for a
 * while. New runs go on beside them: should a suspect kill the process, they have died once and are tried again.
 */
export function createSuspects(now = () => performance.now()) {
  const watchedSince = new Map<string, number>()
  const isWatching = () => [...watchedSince.values()].some((since) => now() - since < watchMs)
  const startedAt = now()
  return {
    isSettled: () => now() - startedAt >= settledMs,
    mayClaim: () => watchedSince.size === 0 || !isWatching(),
    add(runs: OwnedRun[]) {
      const since = now()
      // The others are not continued.
      for (const { id, crashes } of runs) if (crashes < maxCrashes) watchedSince.set(id, since)
    },
    /** Returns whether the last suspect has ended. */
    remove: (id: string) => watchedSince.delete(id) && watchedSince.size === 0,
  }
}
export type Suspects = ReturnType<typeof createSuspects>
