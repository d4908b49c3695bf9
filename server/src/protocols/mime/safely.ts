/** The result of `work`, or of `fallback` if it fails: a fault in one field or part of a mail costs that one alone. */
export function safely<T>(work: () => T, fallback: () => T): T {
  try {
    return work()
  } catch {
    return fallback()
  }
}
