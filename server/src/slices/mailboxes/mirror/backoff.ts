import { pause } from '../../../platform/concurrency/time.ts'

const maxBackoffMs = 5 * 60_000

/** `factor` and `minMs` are for a server that asked us to slow down. */
export type BackoffOptions = { factor?: number; minMs?: number }

/** Doubles up to five minutes, with jitter so that many mailboxes do not reconnect at the same time. */
export function backoffMs(
  firstMs: number,
  failures: number,
  random: number,
  options: BackoffOptions = {},
): number {
  const { factor = 1, minMs = 0 } = options
  const delayMs = Math.min(firstMs * 2 ** failures * factor, maxBackoffMs)
  const jitteredMs = delayMs / 2 + (random * delayMs) / 2
  return Math.min(Math.max(jitteredMs, minMs && minMs + random * 1_000), maxBackoffMs)
}

/** Counts the failures of one loop and waits between its attempts. */
export function createBackoff(firstMs = 1_000) {
  let failures = 0
  return {
    reset: () => {
      failures = 0
    },
    async pause(signal: AbortSignal, options?: BackoffOptions) {
      const ms = backoffMs(firstMs, failures, Math.random(), options)
      failures++
      await pause(ms, signal)
    },
  }
}
