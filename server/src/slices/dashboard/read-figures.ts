import type { Database, Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { FigureCache } from './figure-cache.ts'
import { type Progress, readProgress, type Since } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import { type Query, readScope, type Scope } from './read-scope.ts'
import { describeWindow, readWindow, type Window } from './read-window.ts'
import type { Snapshot } from './roll-ups.ts'
import { splitWindow } from './split-window.ts'

export type FigureDeps = { db: Database; cache: FigureCache }

export type Request = ReturnType<typeof splitWindow> & {
  scope: Scope
  window: Window
  /** The beginnings of the previous period and of the buckets; the first one begins with the window. */
  bounds: number[]
}

const dayMs = 86_400_000

/** From where on the window and its previous period can lie; the window itself depends on the clock of the database. */
function sinceOf({ period, from, to }: Query): Since {
  if (period !== 'custom') return { daysAgo: 2 * { '24h': 1, '7d': 7, '30d': 30 }[period] + 1 }
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  const previous = Math.floor((2 * start - end) / dayMs)
  // A window that is refused needs none.
  return { day: Number.isSafeInteger(previous) ? Math.max(0, previous) : 0 }
}

/** Reads the figures of a window in one snapshot: what is counted, and what is not yet, each exactly once. */
export async function readFigures<S extends Source, T extends object>(
  { db: database, cache }: FigureDeps,
  caller: Caller,
  query: Query,
  sources: S[],
  read: (snapshot: Snapshot, request: Request, progress: Record<S, Progress>) => Promise<T>,
) {
  const scope = readScope(caller, query)
  const readAll = async (db: Db) => {
    const rows = await readProgress(db, sources, sinceOf(query))
    const bySource = Object.fromEntries(rows.map((row) => [row.source, row])) as Record<
      S,
      (typeof rows)[number]
    >
    const window = readWindow(query, Date.parse(rows[0]?.now ?? ''))
    const bounds = [window.previousFrom, window.from, ...window.starts.slice(1)]
    const snapshot: Snapshot = {
      db,
      cache,
      versionOf: (source, day) => bySource[source as S].versions?.[day] ?? 0,
    }
    const figures = await read(snapshot, { ...splitWindow(window), scope, window, bounds }, bySource)
    return { window: describeWindow(window), ...figures }
  }
  return database.transaction(readAll, { isSnapshot: true })
}
