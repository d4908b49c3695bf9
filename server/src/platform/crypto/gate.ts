export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `limit` works run at once; the others wait in the order in which they came. */
export function createGate(limit: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = async () => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  // The place goes straight to the next in line: one who comes just now cannot slip in between.
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
