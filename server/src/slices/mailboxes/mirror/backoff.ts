import { pause } from '../../../platform/concurrency/time.ts'

const maxBackoffMs = 5 * 60_000

/** `factor` and `leastMs` are for a server that asked us to slow down. */
export type BackoffOptions = { factor?: number; minMs?: number }

/** Doubling, up to five minutes, spread so that many mailboxes do not knock together. */
export function backoffMs(
  firstMs: number,
  failures: number,
  random: number,
  slower: BackoffOptions = {},
): number {
  const { factor = 1, minMs: leastMs = 0 } = slower
  const full = Math.min(firstMs * 2 ** failures * factor, maxBackoffMs)
  const spread = full / 2 + (random * full) / 2
  return Math.min(Math.max(spread, leastMs && leastMs + random * 1_000), maxBackoffMs)
}

/** Pauses between attempts. */
export function createBackoff(firstMs = 1_000) {
  let failures = 0
  return {
    reset: () => {
      failures = 0
    },
    async pause(signal: AbortSignal, slower?: BackoffOptions) {
      const ms = backoffMs(firstMs, failures, Math.random(), slower)
      failures++
      await pause(ms, signal)
    },
  }
}
