import type { Database, Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { type Progress, readProgress, useSnapshot } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import { type Query, readScope, type Scope } from './read-scope.ts'
import { describeWindow, readWindow, type Window } from './read-window.ts'
import { splitWindow } from './split-window.ts'

export type Request = ReturnType<typeof splitWindow> & {
  scope: Scope
  window: Window
  /** The beginnings of the previous period and of the buckets; the first one begins with the window. */
  bounds: number[]
}

/** Reads the figures of a window in one snapshot: what is counted, and what is not yet, each exactly once. */
export async function readFigures<T extends object>(
  database: Database,
  caller: Caller,
  query: Query,
  source: Source,
  read: (db: Db, request: Request, progress: Progress) => Promise<T>,
) {
  const scope = readScope(caller, query)
  return database.transaction(async (db) => {
    await useSnapshot(db)
    const progress = await readProgress(db, source)
    const window = readWindow(query, Date.parse(progress.now))
    const bounds = [window.previousFrom, window.from, ...window.starts.slice(1)]
    const figures = await read(db, { ...splitWindow(window), scope, window, bounds }, progress)
    return { window: describeWindow(window), ...figures }
  })
}
