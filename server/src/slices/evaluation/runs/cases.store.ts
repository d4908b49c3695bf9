import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export type CaseRow = {
  id: string
  runId: string
  position: number
  messageId: string
  status: 'pending' | 'done' | 'failed'
  /** What the reference set says now; what it said at the start if the message is not in it any more. */
  expected: string[] | null
  predicted: string[] | null
  confidence: number | null
  error: { code: string; message: string } | null
}

const columns = sql`
  c.id, c.run_id as "runId", c.position, c.message_id as "messageId", c.status,
  coalesce(e.categories, c.expected) as expected, c.predicted, c.confidence, c.error`
const withReference = (cases: Sql) => sql`
  ${cases} c join eval_runs r on r.id = c.run_id
  left join eval_references e
    on e.workflow_id = r.workflow_id and e.node_id = r.node_id and e.message_id = c.message_id`

type NewCase = { id: string; position: number; messageId: string; expected: readonly string[] | null }
export const insertCases = (db: Db, runId: string, cases: readonly NewCase[]) =>
  db.run(sql`
    insert into eval_cases (id, run_id, position, message_id, expected)
    select n.id, ${runId}, n.position, n."messageId", n.expected
    from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
      as n (id uuid, position integer, "messageId" uuid, expected text[])`)

export const findPending = (db: Db, runId: string, limit: number) =>
  db.rows<{ id: string; messageId: string }>(sql`
    select id, message_id as "messageId" from eval_cases where run_id = ${runId} and status = 'pending'
    order by position limit ${limit}`)

export type Outcome =
  | { predicted: string[]; confidence: number; costUsd: number | null }
  | { code: string; message: string }

/** Undefined if the case is decided already. */
export const decideCase = (db: Db, id: string, outcome: Outcome) => {
  const isDone = 'predicted' in outcome
  return db.row<CaseRow>(sql`
    with decided as (
      update eval_cases set status = ${isDone ? 'done' : 'failed'}, predicted = ${isDone ? outcome.predicted : null},
        confidence = ${isDone ? outcome.confidence : null}, cost_usd = ${isDone ? outcome.costUsd : null},
        error = ${isDone ? null : JSON.stringify({ code: outcome.code, message: outcome.message })}
      where id = ${id} and status = 'pending' returning *
    )
    select ${columns} from ${withReference(sql`decided`)}`)
}

export const findCases = (db: Db, runId: string, after: number, limit: number) =>
  db.rows<CaseRow>(sql`
    select ${columns} from ${withReference(sql`eval_cases`)}
    where c.run_id = ${runId} and c.position > ${after} order by c.position limit ${limit}`)

/** Everything that a run has decided, for its score. */
export const findDecided = (db: Db, runId: string) =>
  db.rows<{ messageId: string; expected: string[] | null; predicted: string[] }>(sql`
    select c.message_id as "messageId", coalesce(e.categories, c.expected) as expected, c.predicted
    from ${withReference(sql`eval_cases`)} where c.run_id = ${runId} and c.status = 'done' order by c.position`)

/** Null as long as the price of no call is known. */
export const sumCosts = async (db: Db, runId: string) =>
  (
    await db.row<{ costUsd: number | null }>(sql`
      select sum(cost_usd)::float8 as "costUsd" from eval_cases where run_id = ${runId}`)
  )?.costUsd ?? null

export const findOwnCase = (db: Db, memberId: string, id: string) =>
  db.row<{ messageId: string; predicted: string[] | null; workflowId: string; nodeId: string }>(sql`
    select c.message_id as "messageId", c.predicted, r.workflow_id as "workflowId", r.node_id as "nodeId"
    from eval_cases c join eval_runs r on r.id = c.run_id where c.id = ${id} and r.member_id = ${memberId}`)
