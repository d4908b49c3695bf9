import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { FigureCache, Versions } from './figure-cache.ts'
import { hasStates, type Progress, readFresh } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import { type Query, readScope, type Scope } from './read-scope.ts'
import { describeWindow, readWindow, type Window } from './read-window.ts'
import { keepLoaded, type Moment, type Snapshot, versionAt } from './snapshot.ts'
import { splitWindow } from './split-window.ts'

export type FigureDeps = { db: Database; cache: FigureCache; readers: Semaphore }

export type Request = ReturnType<typeof splitWindow> & {
  scope: Scope
  window: Window
  /** The beginnings of the previous period and of the buckets; the first one begins with the window. */
  bounds: number[]
}

type Reading<C, T extends Record<string, object>, F> = {
  sources: Source[]
  /** Reads what is counted. */
  count(snapshot: Snapshot, request: Request): Promise<C>
  /** What is read in the same statement as the progress: what is not counted yet, and names of what is. */
  fresh(request: Request, counted: C): { [K in keyof T]: Sql }
  describe(snapshot: Snapshot, request: Request, counted: C, rows: { [K in keyof T]: T[K][] }): Promise<F>
}

const dayMs = 86_400_000
const dayOf = (at: number) => Math.max(0, Math.floor(at / dayMs))

/** What this process knows of the sources; nothing of those whose versions it does not know from the day on. */
function knownMoment({ versions }: FigureCache, sources: Source[], sinceDay: number): Moment {
  const moment = new Map<Source, Versions>()
  for (const source of sources) {
    const known = versions.get(source)
    if (known && known.sinceDay <= sinceDay) moment.set(source, known)
  }
  return moment
}

/** The moment of a reply of the database; remembers its versions. */
function momentOf(cache: FigureCache, before: Moment, progress: Record<string, Progress>, sinceDay: number) {
  const moment = new Map(before)
  for (const [source, { state, closedUntil, versions: byDay }] of Object.entries(progress) as [
    Source,
    Progress,
  ][]) {
    if (!byDay) continue
    const known = { state, closedUntil, sinceDay, byDay }
    moment.set(source, known)
    cache.versions.set(source, known)
  }
  return moment
}

/** A transaction has one connection, which takes one statement at a time, and none after one that failed. */
function oneAtATime(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve()
  const send = <T>(statement: () => Promise<T>): Promise<T> => {
    const answer = last.then(statement)
    last = answer
    return answer
  }
  return {
    ...db,
    rows: <T>(query: Sql) => send(() => db.rows<T>(query)),
    row: <T>(query: Sql) => send(() => db.row<T>(query)),
  }
}

/** Whether the same is counted for all days of a window at two moments. */
function isSame(a: Moment, b: Moment, { previousFrom, to }: Window): boolean {
  for (const source of b.keys()) {
    if (a.get(source) === b.get(source)) continue
    for (let day = dayOf(previousFrom); day <= dayOf(to); day++)
      if (versionAt(a, source, day) !== versionAt(b, source, day)) return false
  }
  return true
}

/**
 * Reads the figures of a window as they were at one moment: what is counted, and what is not yet, each exactly once. What
 * is counted is read first, in the versions that this process knows of the days. The next statement reads what is not
 * counted at its moment, and the versions if they are others: if those of the window are the same, nothing of it was
 * counted meanwhile. Otherwise all is read again, and the third time in one transaction.
 */
export const defineReading =
  <C, T extends Record<string, object>, F extends object>(reading: Reading<C, T, F>) =>
  ({ db: database, cache, readers }: FigureDeps, caller: Caller, query: Query) => {
    const { sources } = reading
    const scope = readScope(caller, query)
    const window = readWindow(query, Date.now())
    const bounds = [window.previousFrom, window.from, ...window.starts.slice(1)]
    const request = { ...splitWindow(window), scope, window, bounds }
    const firstDay = dayOf(window.previousFrom)

    /** Returns the reply if it shows one moment, and otherwise the moment to begin with. */
    const readOnce = async (db: Db, before: Moment, isTransaction: boolean) => {
      const snapshot: Snapshot = { db, cache, moment: before, loaded: new Map(), asked: new Map() }
      const counted = await reading.count(snapshot, request)
      const sinceDay = Math.min(firstDay, ...Array.from(cache.versions.values(), (known) => known.sinceDay))
      const states = Array.from(before.values(), ({ state }) => state)
      const { progress, rows } = await readFresh<T>(
        db,
        sources,
        { sinceDay, states },
        reading.fresh(request, counted),
      )
      const moment = momentOf(cache, before, progress, sinceDay)
      keepLoaded(snapshot, moment)
      if (!isSame(before, moment, window)) return { moment }
      const figures = await reading.describe(snapshot, request, counted, rows)
      const newStates = Array.from(moment.values(), ({ state }) => state)
      // Nearly never is anything else needed.
      if (snapshot.loaded.size > 0 && !isTransaction && !(await hasStates(db, newStates))) return { moment }
      keepLoaded(snapshot, moment)
      return { moment, reply: { window: describeWindow(window), ...figures } }
    }
    const readTwice = async (db: Db, before: Moment, isTransaction: boolean) => {
      const first = await readOnce(db, before, isTransaction)
      return first.reply ? first : readOnce(db, first.moment, isTransaction)
    }
    return readers.run(async () => {
      const { reply, moment } = await readTwice(database, knownMoment(cache, sources, firstDay), false)
      if (reply) return reply
      const inOne = (db: Db) => readTwice(oneAtATime(db), moment, true)
      const last = await database.transaction(inOne, { isSnapshot: true })
      if (!last.reply) throw new Error('the moment of a transaction changed')
      return last.reply
    })
  }
