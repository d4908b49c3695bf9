/** A queue with constant-time operations: `Array.shift` moves the whole array, which is slow for tens of thousands. */
export function createFifo<T extends object>() {
  let items: (T | undefined)[] = []
  let head = 0
  return {
    push: (item: T) => void items.push(item),
    peek: () => items[head],
    shift(): T | undefined {
      const item = items[head]
      if (!item) return undefined
      // Drop the reference at once: an item may hold a hundred megabytes.
      items[head++] = undefined
      if (head > 1_000 && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return item
    },
  }
}
