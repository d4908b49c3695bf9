export type Turns = {
  /** Runs when all before it are done. `onWaiting` is called when somebody else wants the next turn. */
  take<T>(work: () => Promise<T>, onWaiting?: () => void): Promise<T>
}

/**
 * One after the other: SELECT and the commands that rely on it must not mix. IDLE holds its turn for as long
 * as nobody else wants one.
 */
export function createTurns(): Turns {
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let holder: (() => void) | undefined
  return {
    take: (work, onWaiting) => {
      waiting += 1
      holder?.()
      const turn = tail.then(async () => {
        waiting -= 1
        holder = onWaiting
        if (waiting > 0) onWaiting?.()
        try {
          return await work()
        } finally {
          holder = undefined
        }
      })
      tail = turn.catch(() => {})
      return turn
    },
  }
}
