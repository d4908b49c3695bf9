import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { FigureCache } from './figure-cache.ts'
import { hasStates, type Progress, readFresh } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import { type Query, readScope, type Scope } from './read-scope.ts'
import { describeWindow, readWindow, type Window } from './read-window.ts'
import { keepLoaded, type Snapshot } from './snapshot.ts'
import { splitWindow } from './split-window.ts'

export type FigureDeps = { db: Database; cache: FigureCache; readers: Semaphore }

export type Request = ReturnType<typeof splitWindow> & {
  scope: Scope
  window: Window
  /** The beginnings of the previous period and of the buckets; the first one begins with the window. */
  bounds: number[]
}

type Reading<S extends Source, T extends Record<string, object>, F> = {
  sources: S[]
  /** What is read in the same statement as the progress. */
  fresh(request: Request, cache: FigureCache): { [K in keyof T]: Sql }
  read(
    snapshot: Snapshot,
    request: Request,
    rows: { [K in keyof T]: T[K][] },
    progress: Record<S, Progress>,
  ): Promise<F>
}

const dayMs = 86_400_000

/** The versions of days that this process knows, as far as all of them are known from the day on. */
function knownVersions({ versions }: FigureCache, sources: Source[], sinceDay: number) {
  const known = sources.map((source) => versions.get(source))
  const isKnown = known.every((one) => one !== undefined && one.sinceDay <= sinceDay)
  return {
    sinceDay: Math.min(sinceDay, ...known.map((one) => one?.sinceDay ?? sinceDay)),
    bySource: new Map(sources.map((source, i) => [source, known[i]])),
    states: isKnown ? known.map((one) => one?.state ?? '') : [],
  }
}

/**
 * Reads the figures of a window as they were at one moment: what is counted, and what is not yet, each exactly once. The
 * first statement tells the version of each day that is counted. What this process does not have in that version is read
 * afterwards; if something was counted meanwhile, everything is read again in one transaction.
 */
export const defineReading =
  <S extends Source, T extends Record<string, object>, F extends object>({
    sources,
    fresh,
    read,
  }: Reading<S, T, F>) =>
  ({ db: database, cache, readers }: FigureDeps, caller: Caller, query: Query) => {
    const scope = readScope(caller, query)
    const window = readWindow(query, Date.now())
    const bounds = [window.previousFrom, window.from, ...window.starts.slice(1)]
    const request = { ...splitWindow(window), scope, window, bounds }
    const sinceDay = Math.max(0, Math.floor(window.previousFrom / dayMs))

    const readOnce = async (db: Db, isTransaction: boolean) => {
      const known = knownVersions(cache, sources, sinceDay)
      const { progress, rows } = await readFresh<S, T>(db, sources, known, fresh(request, cache))
      const versions = new Map<Source, Record<string, number>>()
      for (const source of sources) {
        const { state, versions: byDay } = progress[source]
        if (byDay) cache.versions.set(source, { state, sinceDay: known.sinceDay, byDay })
        versions.set(source, byDay ?? known.bySource.get(source)?.byDay ?? {})
      }
      const versionOf = (source: Source, day: number) => versions.get(source)?.[day] ?? 0
      const snapshot: Snapshot = { db, cache, versionOf, loaded: new Map() }
      const figures = await read(snapshot, request, rows, progress)
      const states = sources.map((source) => progress[source].state)
      const isExact = isTransaction || snapshot.loaded.size === 0 || (await hasStates(db, states))
      if (isExact) keepLoaded(snapshot)
      return { isExact, reply: { window: describeWindow(window), ...figures } }
    }
    return readers.run(async () => {
      const { isExact, reply } = await readOnce(database, false)
      if (isExact) return reply
      return (await database.transaction((db) => readOnce(db, true), { isSnapshot: true })).reply
    })
  }
