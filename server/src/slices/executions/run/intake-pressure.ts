import { setTimeout as sleep } from 'node:timers/promises'

// Longer rests would only let runs pile up: what they write is written in one piece afterwards.
const maxRestMs = 50

/**
 * Webhook calls go before runs: both need the event loop and the database, and a caller waits for its 202. While calls
 * are in progress, whatever writes for runs rests after each batch for as long as the batch took. The next batch is
 * larger, so runs lose little by it.
 */
export function createIntakePressure() {
  let inProgress = 0
  let quiet = Promise.withResolvers<void>()
  return {
    async during<T>(call: () => Promise<T>): Promise<T> {
      inProgress++
      try {
        return await call()
      } finally {
        inProgress--
        if (inProgress === 0) {
          quiet.resolve()
          quiet = Promise.withResolvers()
        }
      }
    },
    /** Resolves when the next batch may begin; undefined if that is now. */
    rest(workedMs: number): Promise<void> | undefined {
      if (inProgress === 0) return undefined
      const ended = new AbortController()
      return Promise.race([
        quiet.promise,
        sleep(Math.min(maxRestMs, workedMs), undefined, { signal: ended.signal }).catch(() => undefined),
      ]).finally(() => ended.abort())
    },
  }
}
export type IntakePressure = ReturnType<typeof createIntakePressure>
