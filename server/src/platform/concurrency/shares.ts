/** Lets each key have up to `limit` pieces of work in progress. */
export function createShares(limit: number) {
  const counts = new Map<string, number>()
  /** Returns what to call at the end of the work, or undefined when the key has used up its share. */
  return (key: string): (() => void) | undefined => {
    const count = counts.get(key) ?? 0
    if (count >= limit) return undefined
    counts.set(key, count + 1)
    return () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    }
  }
}
