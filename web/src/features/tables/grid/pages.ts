export const pageSize = 200
/** As many rows as the service counts from one place; a multiple of the size of a page. */
export const stretch = 100_000

/** Where to read a page of rows: behind how many stretches, how far from there, or backwards from the end. */
export type PagePlace = { offset: number; limit: number; stretches: number; isReversed: boolean }

/**
 * How to read a page of a list of `total` rows. A sorted one is read no further than one stretch: the row at its end
 * does not tell where to go on, and the reverse order is not exact, since empty cells come last in both.
 */
export function placeOf(page: number, total: number, isSorted: boolean): PagePlace | undefined {
  const from = page * pageSize
  const end = Math.min(total, from + pageSize)
  if (isSorted)
    return from <= stretch ? { offset: from, limit: pageSize, stretches: 0, isReversed: false } : undefined
  const stretches = Math.floor(from / stretch)
  if (stretches > 0 && total - end <= stretch)
    return { offset: total - end, limit: end - from, stretches: 0, isReversed: true }
  return { offset: from - stretches * stretch, limit: pageSize, stretches, isReversed: false }
}
