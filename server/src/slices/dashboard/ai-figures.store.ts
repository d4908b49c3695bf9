import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { bucketOf, countedUntil, type Filter, rowsOf } from './figures.store.ts'
import { isoTime } from './iso-time.ts'

type Range = { from: number; to: number; bounds: number[] }
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

const detail = sql`json_build_array(provider, model, purpose)::text`
const cost = sql`(coalesce(cost_usd, 0) * 1000000000)::bigint`

/** Calls that are not counted yet. */
export const selectNewUsage = (filter: Filter, { from, to, bounds }: Range) => sql`
    select member_id as "memberId", ${detail} as detail,
      ${bucketOf(sql`created_at`, bounds)} as bucket, count(*) as calls,
      sum(${cost})::bigint as cost, sum(tokens_in) as "tokensIn", sum(tokens_out) as "tokensOut"
    from ai_usage e
    where e.created_at >= greatest(${countedUntil('ai')}, ${isoTime(from)})
      and e.created_at < ${isoTime(to)} and ${rowsOf(filter)}
    group by 1, 2, 3`

export type CallRow = {
  quarter: number
  /** Milliseconds since the quarter of an hour began. */
  offset: number
  memberId: string
  detail: string
  cost: number
  tokensIn: number
  tokensOut: number
}

/**
 * The counted calls of quarters of an hour since 1970: their rows are kept. `offset 0` keeps a plan for all parameters from
 * looking for the workflow first.
 */
export const findCalls = (db: Db, { memberId, workflowId, mailboxId }: Filter, quarters: number[]) =>
  db.rows<CallRow>(sql`
    select q.quarter, (extract(epoch from e.created_at) * 1000)::bigint % 900000 as offset, e.member_id as "memberId",
      ${detail} as detail, ${cost} as cost, e.tokens_in as "tokensIn", e.tokens_out as "tokensOut"
    from unnest(${quarters}::int[]) as q (quarter) cross join lateral (
      select * from ai_usage e
      where e.created_at >= to_timestamp(q.quarter * 900::bigint)
        and e.created_at < least(${countedUntil('ai')}, to_timestamp((q.quarter + 1) * 900::bigint))
        and ${rowsOf({ memberId, workflowId: null, mailboxId: null })}
      offset 0
    ) e
    where ${rowsOf({ memberId: null, workflowId, mailboxId })}`)
