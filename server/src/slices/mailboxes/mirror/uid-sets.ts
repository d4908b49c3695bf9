export const inSlices = (uids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(uids.length / size) }, (_, i) => uids.slice(i * size, (i + 1) * size))

/** The highest UIDs, thus the newest messages, first. */
export const newestFirst = (uids: readonly number[], size: number): number[][] =>
  inSlices(
    uids.toSorted((a, b) => b - a),
    size,
  )
