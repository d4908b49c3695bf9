/**
 * Works done one after the other while their bringer goes on: it waits when `most` are in hand. After a failure nothing
 * more is done, and the bringer hears of it.
 */
export function createPipeline(most = 2) {
  const inHand: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()
  return {
    async add(work: () => Promise<void>): Promise<void> {
      last = last.then(work)
      // Told to who waits for it: here it must only not end the process.
      last.catch(() => undefined)
      inHand.push(last)
      if (inHand.length >= most) await inHand.shift()
    },
    /** When everything brought is done. */
    done: () => last,
  }
}
