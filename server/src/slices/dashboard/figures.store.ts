import type { Db } from '../../platform/db/database.ts'
import { all, type Sql, sql } from '../../platform/db/sql.ts'
import type { Source } from './progress.store.ts'
import type { Edge, Piece } from './split-window.ts'

/** Whose figures; null where everything counts. */
export type Filter = { memberId: string | null; workflowId: string | null; mailboxId: string | null }

/** All statements that follow see the same state: what is counted, and what is not yet. */
export const useSnapshot = (db: Db) => db.run(sql`set transaction isolation level repeatable read, read only`)

/**
 * For statements on roll-ups, which always use the same index: planning them for each call would take longer than
 * running them.
 */
export const useKnownPlans = (db: Db) => db.run(sql`set local plan_cache_mode = force_generic_plan`)

export type Progress = { now: string; countedUntil: string; closedUntil: number }

export const readProgress = async (db: Db, source: Source) => {
  const row = await db.row<Progress>(sql`
    select now()::timestamptz(3) as now, counted_until as "countedUntil", closed_until as "closedUntil"
    from dashboard_progress where source = ${source}`)
  if (!row) throw new Error(`no progress of ${source}`)
  return row
}

const nil = '00000000-0000-0000-0000-000000000000'

function keyOf({ memberId, workflowId, mailboxId }: Filter) {
  if (workflowId !== null)
    return mailboxId === null
      ? { level: 'workflow', subject: workflowId, mailbox: nil }
      : { level: 'both', subject: workflowId, mailbox: mailboxId }
  if (mailboxId !== null) return { level: 'mailbox', subject: mailboxId, mailbox: nil }
  return { level: memberId === null ? 'org' : 'member', subject: memberId ?? nil, mailbox: nil }
}

/** Selects the roll-ups `d` of a filter, by their subject: an index by member would find many more. */
export function rollUpsOf(filter: Filter): Sql {
  const { level, subject, mailbox } = keyOf(filter)
  return sql`d.level = ${level} and d.subject = ${subject} and d.mailbox_id = ${mailbox}
    and ${filter.memberId === null ? sql`true` : sql`coalesce(d.member_id = ${filter.memberId}, false)`}`
}

/** Selects rows `e` that have the columns of a filter. */
export const rowsOf = ({ memberId, workflowId, mailboxId }: Filter): Sql =>
  all([
    ...(memberId === null ? [] : [sql`e.member_id = ${memberId}`]),
    ...(workflowId === null ? [] : [sql`e.workflow_id = ${workflowId}`]),
    ...(mailboxId === null ? [] : [sql`e.mailbox_id = ${mailboxId}`]),
  ])

const piecesOf = (pieces: Piece[]) => sql`
  unnest(${pieces.map((p) => p.day)}::int[], ${pieces.map((p) => p.fromQuarter)}::bigint[],
    ${pieces.map((p) => p.toQuarter)}::bigint[], ${pieces.map((p) => p.bucket)}::int[])
  as p (day, from_quarter, to_quarter, bucket)`

/** Parts of hours as a relation `p`. */
export const edgesOf = (edges: Edge[]) => sql`
  unnest(${edges.map((e) => e.hour)}::int[], ${edges.map((e) => e.from)}::int[],
    ${edges.map((e) => e.to)}::int[], ${edges.map((e) => e.bucket)}::int[]) as p (hour, "from", "to", bucket)`

const amount = sql`
  sum(case when p.from_quarter = 0 and p.to_quarter = 96 then d.total
    else dashboard_below(d.marks, d.upto, p.to_quarter) - dashboard_below(d.marks, d.upto, p.from_quarter) end)::bigint`

export type Amount = { measure: string; bucket: number; n: number }

/** What is counted, by bucket. */
export const findAmounts = (db: Db, source: string, filter: Filter, pieces: Piece[]) =>
  db.rows<Amount & { detail: string }>(sql`
    select d.measure, d.detail, p.bucket, ${amount} as n
    from ${piecesOf(pieces)} join dashboard_days d on d.day = p.day
    where d.source = ${source} and ${rollUpsOf(filter)}
    group by 1, 2, 3`)

type By = { source: string; by: 'workflow' | 'member'; filter: Filter }

const levelOf = ({ by, filter: { workflowId, mailboxId } }: By): Sql => {
  if (mailboxId !== null && (workflowId !== null || by === 'workflow'))
    return sql`d.level = 'both' and d.mailbox_id = ${mailboxId}
      and (${workflowId}::uuid is null or d.subject = ${workflowId})`
  if (workflowId !== null) return sql`d.level = 'workflow' and d.subject = ${workflowId}`
  if (mailboxId !== null) return sql`d.level = 'mailbox' and d.subject = ${mailboxId}`
  return sql`d.level = ${by}`
}

const isWhole = (piece: Piece) => piece.fromQuarter === 0 && piece.toQuarter === 96

/** What is counted, by workflow or by member. Whole days, the most of a window, are read from an index alone. */
export function findAmountsBy(db: Db, asked: By, pieces: Piece[]) {
  const { source, by, filter } = asked
  const whole = pieces.filter(isWhole)
  const key = sql`${by === 'workflow' ? sql`d.subject` : sql`d.member_id`} as id, d.member_id, d.measure`
  // By member, so that each finds its days in the index.
  const isAsked = sql`d.member_id = m.id and d.source = ${source} and ${levelOf(asked)}
    and ${filter.memberId === null ? sql`true` : sql`m.id = ${filter.memberId}`}`
  return db.rows<{ id: string; memberId: string; measure: string; n: number }>(sql`
    select id, member_id as "memberId", measure, sum(n)::bigint as n from (
      select ${key}, sum(d.total) as n from member_identities m join dashboard_days d on ${isAsked}
      where d.day >= ${whole[0]?.day ?? 0} and d.day <= ${whole.at(-1)?.day ?? -1}
      group by 1, 2, 3
      union all
      select ${key}, ${amount} as n
      from member_identities m cross join ${piecesOf(pieces.filter((piece) => !isWhole(piece)))}
      join dashboard_days d on ${isAsked} and d.day = p.day
      group by 1, 2, 3
    ) parts group by 1, 2, 3`)
}

export type EventAmount = Amount & { workflowId: string | null; memberId: string; lastAt: string }

/** What is counted in parts of a quarter of an hour. */
export const findEdges = (db: Db, source: Source, filter: Filter, edges: Edge[]) =>
  db.rows<EventAmount>(sql`
    select e.workflow_id as "workflowId", e.member_id as "memberId", e.measure, p.bucket, count(*) as n,
      to_timestamp(max(e.hour * 3600000::bigint + o.at) / 1000.0)::timestamptz(3) as "lastAt"
    from ${edgesOf(edges)} join dashboard_events e on e.hour = p.hour
    cross join lateral unnest(e.offsets) as o (at)
    where e.source = ${source} and o.at >= p."from" and o.at < p."to" and ${rowsOf(filter)}
    group by 1, 2, 3, 4`)
