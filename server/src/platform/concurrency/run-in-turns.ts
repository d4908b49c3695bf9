import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs work that is cut into steps, and lets the event loop take its turn after every few milliseconds. */
export async function runInTurns<T>(steps: Iterator<unknown, T>, turnMs = 5): Promise<T> {
  let startedAt = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - startedAt < turnMs) continue
    await nextTurn()
    startedAt = performance.now()
  }
}
