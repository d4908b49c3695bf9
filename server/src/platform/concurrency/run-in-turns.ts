import { backgroundTurn } from './background-turns.ts'

/** Runs work that is cut into steps, and lets requests go first after every millisecond. */
export async function runInTurns<T>(steps: Iterator<unknown, T>, owner = '', turnMs = 1): Promise<T> {
  let startedAt = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - startedAt < turnMs) continue
    await backgroundTurn({ owner })
    startedAt = performance.now()
  }
}
