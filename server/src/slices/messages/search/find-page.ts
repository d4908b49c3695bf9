import type { After } from '../../../platform/page/newest-first.ts'

/** The matches of one scan, the number of rows scanned, and the position of the last of them. */
export type ScanResult<R> = { rows: R[]; scanned: number; end: After | undefined }

export type SearchStrategy<R> = {
  /** Checks the next `count` rows one by one, newest first. */
  scan(after: After | undefined, count: number, limit: number): Promise<ScanResult<R>>
  /** Queries the word index; undefined when it has too many matches to sort. */
  queryIndex(): Promise<R[] | undefined>
  /** The size of the first scan, and the most rows to scan before the index is queried. */
  initialScan: number
  maxScan: number
  /** So few matches are expected that the index is queried first. */
  isRare: boolean
}

const maxScanBatch = 5_000

/**
 * Finds a page of matches, each once and in order, without sorting all matches. A scan of the newest rows finds common
 * words at once and shows how common they are. Then either as many more rows are scanned as should fill the page, or
 * the index is queried, which is fast when there are few matches.
 */
export async function findPage<R extends { id: string }>(
  strategy: SearchStrategy<R>,
  start: After | undefined,
  limit: number,
): Promise<R[]> {
  let hasQueriedIndex = strategy.isRare
  const rare = hasQueriedIndex ? await strategy.queryIndex() : undefined
  if (rare) return rare
  // By id, since a row that changes between two scans can be seen twice.
  const found = new Map<string, R>()
  let [after, scanned, size] = [start, 0, Math.max(strategy.initialScan, 2 * limit)]
  for (;;) {
    const scan = await strategy.scan(after, size, limit - found.size)
    for (const row of scan.rows) found.set(row.id, row)
    scanned += scan.scanned
    if (found.size >= limit || scan.scanned < size) return [...found.values()]
    const needed = ((limit - found.size) * scanned * 1.2) / found.size
    if (!hasQueriedIndex && needed > strategy.maxScan) {
      const all = await strategy.queryIndex()
      if (all) return all
      hasQueriedIndex = true
    }
    after = scan.end
    size = Math.ceil(Math.min(Math.max(needed, limit), maxScanBatch))
  }
}
