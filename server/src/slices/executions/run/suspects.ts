import { maxCrashes } from './orphans.store.ts'
import type { OwnedRun } from './runs.store.ts'

// A suspect that has not killed the process by now holds up nobody any longer.
const watchMs = 2_000
// A process that lived this long does not die of whatever kills processes right after their start.
const settledMs = 5_000
// Looking for suspects reads all of them; with thousands, doing so at every poll would slow down the other claims.
const lookMs = 500

/**
 * The runs of this process whose last owner died. The next ones are claimed when these have ended or have run for a
 * while. New runs go on beside them: should a suspect kill the process, they have died once and are tried again.
 */
export function createSuspects(now = () => performance.now()) {
  const watchedSince = new Map<string, number>()
  const isWatching = () => [...watchedSince.values()].some((since) => now() - since < watchMs)
  const startedAt = now()
  let nextLook = 0
  return {
    isSettled: () => now() - startedAt >= settledMs,
    mayClaim: () => now() >= nextLook && (watchedSince.size === 0 || !isWatching()),
    add(runs: OwnedRun[]) {
      const since = now()
      nextLook = runs.length > 0 ? 0 : since + lookMs
      // The others are not continued.
      for (const { id, crashes } of runs) if (crashes < maxCrashes) watchedSince.set(id, since)
    },
    /** Returns whether the last suspect has ended. */
    remove: (id: string) => watchedSince.delete(id) && watchedSince.size === 0,
  }
}
export type Suspects = ReturnType<typeof createSuspects>
