const quarterMs = 900_000
const maxKnown = 20_000
const known = new Map<number, string>()

/** As a text. Those of the beginnings of buckets are kept: a window has dozens of them, the same at every request. */
export function isoTime(at: number): string {
  if (at % quarterMs !== 0) return new Date(at).toISOString()
  let text = known.get(at)
  if (text === undefined) {
    text = new Date(at).toISOString()
    if (known.size >= maxKnown) known.clear()
    known.set(at, text)
  }
  return text
}
