import { join, sql } from '../../platform/db/sql.ts'
import { countedUntil, type Filter, rowsOf } from './figures.store.ts'
import type { Edge } from './split-window.ts'

type Range = { from: number; to: number; bounds: number[]; edges: Edge[] }
export type UsageRow = {
  memberId: string
  /** Provider, model and purpose, as the roll-ups name them. */
  detail: string
  bucket: number
  calls: number
  cost: number
  tokensIn: number
  tokensOut: number
}

const hourMs = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/** Calls that are not counted yet, and counted ones in parts of a quarter of an hour: their rows are kept. */
export const selectLooseUsage = (filter: Filter, range: Range) => {
  const ranges = [
    sql`select * from ai_usage e
      where e.created_at >= greatest(${countedUntil('ai')}, ${iso(range.from)})
        and e.created_at < ${iso(range.to)} and ${rowsOf(filter)}`,
    ...range.edges.map(
      ({ hour, from, to }) => sql`select * from ai_usage e
        where e.created_at >= ${iso(hour * hourMs + from)}
          and e.created_at < least(${countedUntil('ai')}, ${iso(hour * hourMs + to)}) and ${rowsOf(filter)}`,
    ),
  ]
  return sql`
    select member_id as "memberId", json_build_array(provider, model, purpose)::text as detail,
      width_bucket(created_at, ${range.bounds.map(iso)}::timestamptz[]) - 2 as bucket, count(*) as calls,
      sum((coalesce(cost_usd, 0) * 1000000000)::bigint)::bigint as cost, sum(tokens_in) as "tokensIn", sum(tokens_out) as "tokensOut"
    from (${join(ranges, ' union all ')}) u
    group by 1, 2, 3`
}
