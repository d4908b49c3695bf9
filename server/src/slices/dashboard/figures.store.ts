import type { Db } from '../../platform/db/database.ts'
import { all, join, type Sql, sql } from '../../platform/db/sql.ts'
import type { Source } from './progress.store.ts'

/** Whose figures; null where everything counts. */
export type Filter = { memberId: string | null; workflowId: string | null; mailboxId: string | null }

/**
 * How far a source is counted. The state is another one after each change of the progress, and with it of the roll-ups:
 * both commit together. `versions` has the days that were changed at least once; null if the state is a known one.
 */
export type Progress = { state: string; closedUntil: number; versions: Record<string, number> | null }

/** Up to where the records of a source are counted, inside a statement. */
export const countedUntil = (source: Source): Sql =>
  sql`(select counted_until from dashboard_progress where source = ${source})`

// A row that was updated has the number of another transaction.
const state = sql`p.source || ' ' || p.xmin`

/**
 * The progress of the sources, with the versions of all days from the given one on unless their state is known, and the
 * rows of each select.
 */
export async function readFresh<T extends Record<string, object>>(
  db: Db,
  sources: Source[],
  known: { sinceDay: number; states: string[] },
  selects: { [K in keyof T]: Sql },
) {
  const columns = Object.values<Sql>(selects).map(
    (select, i) =>
      sql`, (select coalesce(json_agg(t), '[]') from (${select}) t) as ${{ strings: [`r${i}`], values: [] }}`,
  )
  const row = await db.row<Record<string, unknown>>(sql`
    select (
      select json_object_agg(p.source, json_build_object('state', ${state}, 'closedUntil', p.closed_until,
        'versions', case when not ${state} = any (${known.states}::text[]) then (
          select coalesce(json_object_agg(c.day, c.version), '{}') from dashboard_changes c
          where c.source = p.source and c.day >= ${known.sinceDay}::int
        ) end
      )) from dashboard_progress p where p.source = any (${sources}::text[])
    ) as progress${join(columns, '')}`)
  const rows = Object.fromEntries(Object.keys(selects).map((name, i) => [name, row?.[`r${i}`]]))
  // The selects define the columns.
  return {
    progress: (row?.progress ?? {}) as Record<string, Progress>,
    rows: rows as { [K in keyof T]: T[K][] },
  }
}

/** Whether all that was read since the progress had these states shows the same moment. */
export const hasStates = async (db: Db, states: string[]) =>
  (
    await db.row<{ isSame: boolean }>(sql`
      select count(*) = ${states.length}::int as "isSame" from dashboard_progress p where ${state} = any (${states}::text[])`)
  )?.isSame === true

/**
 * The bucket of a time; `bounds` are the beginnings of the previous period and of the buckets. They are sent as one text
 * of milliseconds: dozens of times are formatted, quoted and parsed more slowly than all else is computed.
 */
export const bucketOf = (at: Sql, bounds: number[]): Sql => sql`
  width_bucket(floor(extract(epoch from ${at}) * 1000)::bigint, ${`{${bounds.join(',')}}`}::bigint[]) - 2`

/** Selects rows `e` that have the columns of a filter. */
export const rowsOf = ({ memberId, workflowId, mailboxId }: Filter): Sql =>
  all([
    ...(memberId === null ? [] : [sql`e.member_id = ${memberId}`]),
    ...(workflowId === null ? [] : [sql`e.workflow_id = ${workflowId}`]),
    ...(mailboxId === null ? [] : [sql`e.mailbox_id = ${mailboxId}`]),
  ])
