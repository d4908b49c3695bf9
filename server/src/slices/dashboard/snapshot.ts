import type { Db } from '../../platform/db/database.ts'
import type { FigureCache, Versions } from './figure-cache.ts'
import type { Source } from './progress.store.ts'

/** The versions of what is counted at one moment. */
export type Moment = ReadonlyMap<Source, Versions>

/** A moment, and what this process has of it. */
export type Snapshot = {
  db: Db
  cache: FigureCache
  moment: Moment
  /** What was read from the database for this reply, by name and time. */
  loaded: Map<string, Map<number, Loaded>>
  /** What was asked for last, by name. */
  asked: Map<string, Promise<unknown>>
}

type Loaded = { source: Source; day: number; version: number; value: unknown; bytes: number }

/** 0 if nothing is counted for the day. */
export const versionAt = (moment: Moment, source: Source, day: number) => moment.get(source)?.byDay[day] ?? 0

/** Keeps what was read of days that still had the same version at a later moment: it did not change in between. */
export function keepLoaded({ cache, loaded }: Snapshot, later: Moment) {
  for (const [name, byTime] of loaded)
    for (const [time, { source, day, version, value, bytes }] of byTime)
      if (versionAt(later, source, day) === version) cache.set(name, time, version, value, bytes)
  loaded.clear()
}

// Of an entry and its objects, roughly.
const entryBytes = 500

/** The same name means the same thing, at different times. */
export type Key = { name: string; time: number }

type Asked<K extends Key, T> = {
  source: Source
  keys: readonly K[]
  timesPerDay: number
  /** Of a day for which nothing is counted. */
  empty: T
  /** Returns a value for each key, in the same order. */
  find(missing: K[]): Promise<T[]>
  bytesOf(value: T): number
}

/** A value for each key; what this process does not have is read in one statement. */
export async function readValues<K extends Key, T>(snapshot: Snapshot, asked: Asked<K, T>): Promise<T[]> {
  const { cache, moment, loaded } = snapshot
  const { source, keys, timesPerDay, empty } = asked
  const values = new Array<T>(keys.length)
  const missing: number[] = []
  let [name, known, own] = ['', cache.find(''), loaded.get('')]
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as K
    if (key.name !== name) {
      name = key.name
      ;[known, own] = [cache.find(name), loaded.get(name)]
    }
    const version = versionAt(moment, source, Math.floor(key.time / timesPerDay))
    const entry = known?.get(key.time)
    const found = own?.get(key.time)
    if (version === 0) values[i] = empty
    else if (entry?.version === version) values[i] = cache.use<T>(entry)
    else if (found) values[i] = found.value as T
    else missing.push(i)
  }
  if (missing.length > 0) await readMissing(snapshot, asked, missing, values)
  return values
}

async function readMissing<K extends Key, T>(
  { moment, loaded }: Snapshot,
  { source, keys, timesPerDay, find, bytesOf }: Asked<K, T>,
  missing: number[],
  values: T[],
) {
  const isSame = (a: Key, b: Key) => a.time === b.time && a.name === b.name
  const distinct: K[] = []
  for (const i of missing) {
    const key = keys[i] as K
    if (!distinct.some((one) => isSame(one, key))) distinct.push(key)
  }
  const found = await find(distinct)
  for (const [i, { name, time }] of distinct.entries()) {
    const value = found[i] as T
    const byTime = loaded.get(name) ?? new Map<number, Loaded>()
    loaded.set(name, byTime)
    const day = Math.floor(time / timesPerDay)
    const version = versionAt(moment, source, day)
    byTime.set(time, { source, day, version, value, bytes: bytesOf(value) + entryBytes })
  }
  for (const i of missing) {
    const { name, time } = keys[i] as K
    values[i] = loaded.get(name)?.get(time)?.value as T
  }
}

type AskedTimes<T> = Omit<Asked<Key, T>, 'keys' | 'timesPerDay' | 'find'> & {
  /** With the source, what is asked for. */
  what: string
  /** Days since 1970, or parts of one. */
  times: readonly number[]
  timesPerDay?: number
  find(times: number[]): Promise<T[]>
}

/** Parts of a reply that ask for the same thing at once wait for each other: times that both need are read once. */
export function readTimes<T>(snapshot: Snapshot, asked: AskedTimes<T>): Promise<T[]> {
  const name = `${asked.source} ${asked.what}`
  const read = () =>
    readValues<Key, T>(snapshot, {
      ...asked,
      keys: asked.times.map((time) => ({ name, time })),
      timesPerDay: asked.timesPerDay ?? 1,
      find: (missing) => asked.find(missing.map(({ time }) => time)),
    })
  const values = snapshot.asked.get(name)?.then(read) ?? read()
  snapshot.asked.set(name, values)
  return values
}
