/**
 * The `max` items with the largest numbers above 0, the largest first; of equal ones, which comes first decides. Sorting
 * all of them would compare many times as often.
 */
export function topOf<T>(
  items: Iterable<T>,
  max: number,
  numberOf: (item: T) => number,
  isFirst: (a: T, b: T) => boolean,
): T[] {
  const top: T[] = []
  const isBefore = (a: T, b: T) => {
    const difference = numberOf(a) - numberOf(b)
    return difference > 0 || (difference === 0 && isFirst(a, b))
  }
  for (const item of items) {
    const last = top.at(-1)
    if (numberOf(item) <= 0 || (top.length === max && last !== undefined && !isBefore(item, last))) continue
    if (top.length === max) top.pop()
    let at = top.length
    while (at > 0 && isBefore(item, top[at - 1] as T)) at--
    top.splice(at, 0, item)
  }
  return top
}
