import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { FigureCache } from './figure-cache.ts'
import { type Progress, readFresh } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import { type Query, readScope, type Scope } from './read-scope.ts'
import { describeWindow, readWindow, type Window } from './read-window.ts'
import { NotCached, type Snapshot } from './roll-ups.ts'
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
  fresh(request: Request): { [K in keyof T]: Sql }
  read(
    snapshot: Snapshot,
    request: Request,
    rows: { [K in keyof T]: T[K][] },
    progress: Record<S, Progress>,
  ): Promise<F>
}

const dayMs = 86_400_000

/**
 * Reads the figures of a window as they were at one moment: what is counted, and what is not yet, each exactly once. The
 * first statement tells the version of each day that is counted. If this process has all of them, nothing else depends on
 * the moment; otherwise everything is read in one transaction.
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
    const readAll = async (db: Db, isTransaction: boolean) => {
      const sinceDay = Math.max(0, Math.floor(window.previousFrom / dayMs))
      const { progress, rows } = await readFresh<S, T>(db, sources, sinceDay, fresh(request))
      const versionOf = (source: Source, day: number) => progress[source as S].versions?.[day] ?? 0
      const figures = await read({ db, cache, versionOf, isTransaction }, request, rows, progress)
      return { window: describeWindow(window), ...figures }
    }
    const readInTransaction = () => database.transaction((db) => readAll(db, true), { isSnapshot: true })
    return readers.run(async () => {
      // The ends of such a window are in no roll-up that is likely to be known.
      if (query.period === 'custom') return readInTransaction()
      try {
        return await readAll(database, false)
      } catch (error) {
        if (error instanceof NotCached) return readInTransaction()
        throw error
      }
    })
  }
