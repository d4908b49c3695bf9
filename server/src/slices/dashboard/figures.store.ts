import type { Db } from '../../platform/db/database.ts'
import { all, type Sql, sql } from '../../platform/db/sql.ts'
import type { Source } from './progress.store.ts'

/** Whose figures; null where everything counts. */
export type Filter = { memberId: string | null; workflowId: string | null; mailboxId: string | null }

export type Progress = { now: string; countedUntil: string; closedUntil: number }
export type Versions = Record<string, number>

/** Days since 1970, or days before today. */
export type Since = { day: number } | { daysAgo: number }

const dayOf = (since: Since) =>
  'day' in since
    ? sql`${since.day}::int`
    : sql`floor(extract(epoch from now()) / 86400)::int - ${since.daysAgo}::int`

/** Also the versions of all days from the given one on that have changed. */
export const readProgress = (db: Db, sources: Source[], since: Since) =>
  db.rows<Progress & { source: Source; versions: Versions | null }>(sql`
    select p.source, now()::timestamptz(3) as now, p.counted_until as "countedUntil", p.closed_until as "closedUntil", (
      select json_object_agg(c.day, c.version) from dashboard_changes c
      where c.source = p.source
        and c.day >= ${dayOf(since)}
    ) as versions
    from dashboard_progress p where p.source = any (${sources}::text[])`)

/** Selects rows `e` that have the columns of a filter. */
export const rowsOf = ({ memberId, workflowId, mailboxId }: Filter): Sql =>
  all([
    ...(memberId === null ? [] : [sql`e.member_id = ${memberId}`]),
    ...(workflowId === null ? [] : [sql`e.workflow_id = ${workflowId}`]),
    ...(mailboxId === null ? [] : [sql`e.mailbox_id = ${mailboxId}`]),
  ])
