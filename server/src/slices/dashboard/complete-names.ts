import type { Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'

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
