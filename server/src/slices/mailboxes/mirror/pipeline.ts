/**
 * Runs work sequentially in the background; `add` waits while `maxPending` are pending. After a failure nothing more is
 * run, and `add` and `done` reject.
 */
export function createPipeline(maxPending = 2) {
  const pending: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()
  return {
    async add(work: () => Promise<void>): Promise<void> {
      last = last.then(work)
      // Reported by `add` or `done`; until then it must not count as an unhandled rejection.
      last.catch(() => undefined)
      pending.push(last)
      if (pending.length >= maxPending) await pending.shift()
    },
    /** Resolves when all work is done. */
    done: () => last,
  }
}
