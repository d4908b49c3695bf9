/** What an amount is about. */
export type Subject = { subject: string; memberId: string; measure: string; detail: string }
type Entry = { version: number; value: unknown; size: number }

/** What was read of the roll-ups. An entry holds for one version of its day; the least used are dropped. */
export function createFigureCache(maxSize: number) {
  const entries = new Map<string, Entry>()
  let size = 0
  const drop = (key: string, entry: Entry) => {
    entries.delete(key)
    size -= entry.size
  }
  const subjects: Subject[] = []
  const numbers = new Map<string, number>()
  return {
    /** All that have a number. There are as many as workflows and members, times the measures. */
    subjects: subjects as readonly Subject[],
    numberOf(about: Subject): number {
      const key = `${about.subject} ${about.memberId} ${about.measure} ${about.detail}`
      const number = numbers.get(key) ?? subjects.push(about) - 1
      numbers.set(key, number)
      return number
    },
    get<T>(key: string, version: number): T | undefined {
      const entry = entries.get(key)
      if (!entry || entry.version !== version) return undefined
      // The order of a map is that of insertion: the first are those that were not used for longest.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value as T
    },
    set(key: string, version: number, value: unknown, entrySize: number) {
      const known = entries.get(key)
      if (known) drop(key, known)
      entries.set(key, { version, value, size: entrySize })
      size += entrySize
      for (const [oldest, entry] of entries) {
        if (size <= maxSize) break
        drop(oldest, entry)
      }
    },
  }
}
export type FigureCache = ReturnType<typeof createFigureCache>
