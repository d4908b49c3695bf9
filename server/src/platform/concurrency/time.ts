import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, and returns early when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Rejects with `timeoutError()` when the work takes longer than `ms`; the work itself is not cancelled. */
export function withTimeout<T>(work: Promise<T>, ms: number, timeoutError: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timeoutError()), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Waits for the work, for `ms` at most. */
export async function waitAtMost(work: Promise<unknown> | undefined, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
