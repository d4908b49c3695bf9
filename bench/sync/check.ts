import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'

type Counts = {
  rows: number
  places: number
  sources: number
  bodies: number
  inThreads: number
  inFolders: number
  inMailboxes: number
}

/** Counts the mirrored messages in each table. All sources differ, so all counts must be equal. */
export async function countMirrored(url: string): Promise<Counts> {
  const db = openDatabase({ url, connections: 1, name: 'bench', onIdleError: () => undefined })
  try {
    const row = await db.row<Counts>(sql`
      select (select count(*)::int from messages) as rows,
        (select count(*)::int from (select distinct folder_id, uid from messages) p) as places,
        (select count(distinct body_hash)::int from messages) as sources,
        (select count(*)::int from message_bodies) as bodies,
        (select coalesce(sum(message_count), 0)::int from threads) as "inThreads",
        (select coalesce(sum(messages), 0)::int from folder_counts where folder_key = 'inbox') as "inFolders",
        (select coalesce(sum(messages), 0)::int from message_counts) as "inMailboxes"`)
    if (!row) throw new Error('no counts')
    return row
  } finally {
    await db.close()
  }
}

/** The counts that differ; empty when every message is there exactly once. */
export const wrongCounts = (counts: Counts, expected: number): string[] =>
  Object.entries(counts).flatMap(([name, count]) => (count === expected ? [] : [`${name}: ${count}`]))
