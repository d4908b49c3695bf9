import type { Source } from './progress.store.ts'

/** What an amount is about. */
export type Subject = { subject: string; memberId: string; measure: string; detail: string }

/** The versions of the days of a source from one day on, at the moment that its progress had this state. */
export type Versions = {
  state: string
  closedUntil: number
  sinceDay: number
  byDay: Record<string, number>
}

type Group = { name: string; byTime: Map<number, Entry> }
/** In a ring, by when they were used. */
type Entry = {
  group: Group
  time: number
  version: number
  value: unknown
  bytes: number
  newer: Entry
  older: Entry
}

function createRing(): Entry {
  const group: Group = { name: '', byTime: new Map() }
  const ring = { group, time: 0, version: 0, value: undefined, bytes: 0 } as Entry
  ring.newer = ring
  ring.older = ring
  return ring
}

function unlink({ newer, older }: Entry) {
  newer.older = older
  older.newer = newer
}

function linkAsNewest(ring: Entry, entry: Entry) {
  entry.older = ring.older
  entry.newer = ring
  ring.older.newer = entry
  ring.older = entry
}

/** What was read of the roll-ups. An entry holds for one version of its day; the least used are dropped. */
function createEntries(maxBytes: number) {
  const groups = new Map<string, Group>()
  const ring = createRing()
  let bytes = 0
  const drop = (entry: Entry) => {
    unlink(entry)
    bytes -= entry.bytes
    const { group, time } = entry
    group.byTime.delete(time)
    if (group.byTime.size === 0) groups.delete(group.name)
  }
  return {
    /** What is known of the same thing at different times. */
    find: (name: string): ReadonlyMap<number, Entry> | undefined => groups.get(name)?.byTime,
    use<T>(entry: Entry): T {
      unlink(entry)
      linkAsNewest(ring, entry)
      return entry.value as T
    },
    set(name: string, time: number, version: number, value: unknown, entryBytes: number) {
      const known = groups.get(name)?.byTime.get(time)
      if (known) drop(known)
      const group = groups.get(name) ?? { name, byTime: new Map<number, Entry>() }
      groups.set(name, group)
      const entry = { group, time, version, value, bytes: entryBytes, newer: ring, older: ring }
      group.byTime.set(time, entry)
      linkAsNewest(ring, entry)
      bytes += entryBytes
      while (bytes > maxBytes) drop(ring.newer)
    },
  }
}

/** Gives numbers to what amounts are about. There are as many as workflows and members, times the measures. */
function createNumbers() {
  const subjects: Subject[] = []
  const numbers = new Map<string, number>()
  let sums = new Float64Array()
  return {
    /** All that have a number. */
    subjects: subjects as readonly Subject[],
    /** Zeros, one for each number at least. */
    sumsOfAll() {
      if (sums.length < subjects.length) sums = new Float64Array(2 * subjects.length)
      return sums
    },
    numberOf(about: Subject): number {
      const key = `${about.subject} ${about.memberId} ${about.measure} ${about.detail}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      const number = subjects.push(about) - 1
      numbers.set(key, number)
      return number
    },
  }
}

export const createFigureCache = (maxBytes: number) => ({
  ...createEntries(maxBytes),
  ...createNumbers(),
  versions: new Map<Source, Versions>(),
})
export type FigureCache = ReturnType<typeof createFigureCache>
