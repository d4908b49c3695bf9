import type { After } from '../../../platform/page/newest-first.ts'

/** What a look at the next newest gave: those that match, how many were looked at, and the last of these. */
export type Look<R> = { rows: R[]; looked: number; end: After | undefined }

export type Ways<R> = {
  /** Looks at the next `most`, one by one, newest first. */
  look(after: After | undefined, most: number, limit: number): Promise<Look<R>>
  /** Asks the index of words; undefined where it holds too many to sort. */
  ask(): Promise<R[] | undefined>
  /** How many to look at first, and how many at most before the index is asked. */
  first: number
  most: number
  /** So few are expected that the index is asked at once. */
  rare: boolean
}

const maxAtOnce = 5_000

/**
 * A page of matches, each once and in order, without ever sorting all of them. A look at the newest finds a common
 * word at once, and tells how common it is: then either as many more are looked at as should fill the page, or the
 * index is asked, which is quick where there are few.
 */
export async function findPage<R extends { id: string }>(
  ways: Ways<R>,
  start: After | undefined,
  limit: number,
): Promise<R[]> {
  let asked = ways.rare
  const rare = asked ? await ways.ask() : undefined
  if (rare) return rare
  // By id: what changes between two looks may be seen twice.
  const found = new Map<string, R>()
  let [after, looked, size] = [start, 0, Math.max(ways.first, 2 * limit)]
  for (;;) {
    const look = await ways.look(after, size, limit - found.size)
    for (const row of look.rows) found.set(row.id, row)
    looked += look.looked
    if (found.size >= limit || look.looked < size) return [...found.values()]
    const needed = ((limit - found.size) * looked * 1.2) / found.size
    if (!asked && needed > ways.most) {
      const all = await ways.ask()
      if (all) return all
      asked = true
    }
    after = look.end
    size = Math.ceil(Math.min(Math.max(needed, limit), maxAtOnce))
  }
}
