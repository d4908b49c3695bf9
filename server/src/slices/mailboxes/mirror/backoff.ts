import { setTimeout as sleep } from 'node:timers/promises'

const first = 1_000
const longest = 5 * 60_000

/** Pauses between attempts: doubling, up to five minutes, spread so that many mailboxes do not knock together. */
export function createBackoff(random: () => number = Math.random) {
  let failures = 0
  return {
    reset: () => {
      failures = 0
    },
    /** `factor` is for a server that asked us to slow down. */
    async pause(signal: AbortSignal, factor = 1) {
      const full = Math.min(first * 2 ** failures * factor, longest)
      failures++
      await sleep(full / 2 + (random() * full) / 2, undefined, { signal }).catch(() => undefined)
    },
  }
}
