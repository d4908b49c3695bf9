/** Remembers what a function returned for a text. Once `max` results are remembered, all of them are forgotten. */
export function memoize<T>(compute: (text: string) => T, max: number): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = compute(text)
    if (known.size >= max) known.clear()
    known.set(text, result)
    return result
  }
}
