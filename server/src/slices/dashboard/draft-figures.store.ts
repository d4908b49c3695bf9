import { sql } from '../../platform/db/sql.ts'
import { bucketOf, type Filter, rowsOf } from './figures.store.ts'
import { isoTime } from './iso-time.ts'

export type DraftRow = { bucket: number; composed: number; unsupported: number }

/** Composed mails, and those with a statement that stands in no source. Their rows are small and kept: no roll-up. */
export const selectDrafts = (filter: Filter, range: { from: number; to: number; bounds: number[] }) => sql`
    select ${bucketOf(sql`e.created_at`, range.bounds)} as bucket, count(*) as composed,
      count(*) filter (where e.to_check > 0) as unsupported
    from composed_mails e
    where e.created_at >= ${isoTime(range.from)} and e.created_at < ${isoTime(range.to)} and ${rowsOf(filter)}
    group by 1`
