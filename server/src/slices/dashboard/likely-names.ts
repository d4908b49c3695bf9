import type { Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'

const maxLists = 1_000
const maxIds = 30

/**
 * The ids that the last replies about the same filter had names for: their names are read together with what is fresh, as
 * the next reply nearly always needs the same.
 */
export function createLikelyNames<T extends { id: string }>() {
  const lists = new Map<string, T[]>()
  return {
    of: (filter: string): readonly T[] => lists.get(filter) ?? [],
    note(filter: string, shown: readonly T[]) {
      const ids = new Set(shown.map(({ id }) => id))
      const others = (lists.get(filter) ?? []).filter(({ id }) => !ids.has(id))
      lists.delete(filter)
      lists.set(filter, [...shown, ...others].slice(0, maxIds))
      for (const oldest of lists.keys()) {
        if (lists.size <= maxLists) break
        lists.delete(oldest)
      }
    },
  }
}

/** The names of all that are shown: those that were read already, and the others. */
export async function completeNames<T extends { id: string }, N extends { id: string }>(
  db: Db,
  shown: readonly T[],
  known: readonly N[],
  select: (missing: T[]) => Sql,
): Promise<Map<string, N>> {
  const names = new Map(known.map((one) => [one.id, one]))
  const missing = shown.filter(({ id }) => !names.has(id))
  if (missing.length > 0) for (const one of await db.rows<N>(select(missing))) names.set(one.id, one)
  return names
}
