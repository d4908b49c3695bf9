import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { jsonTexts } from '../json-texts.store.ts'
import { channel } from './runs.store.ts'

type RunEnding = {
  status: Sql
  finishedAt: Sql
  /** Assignments beside those that every ended run gets. */
  set: Sql
  from?: Sql
  /** Selects the runs and fences them. */
  where: Sql
}

/**
 * The one update that ends runs. Each caller passes constant fragments, so its text stays stable and prepared. An end is
 * dated 30 s before its transaction at most, however long the database was away: the dashboard counts by it.
 */
const updateEnded = ({ status, finishedAt, set, from = sql``, where }: RunEnding): Sql => sql`
  update executions e set status = ${status}, owner = null, finished_at = greatest(${finishedAt}, now() - interval '30 seconds'), wake_at = null,
    waiting = null, ${set}
  ${from} where ${where}`

type Timing = { startedAt: Sql; activeMs: Sql }
const timing = ({ startedAt, activeMs }: Timing): Sql =>
  sql`started_at = coalesce(e.started_at, ${startedAt}), active_ms = ${activeMs}`

export type FinishedRun = {
  id: string
  epoch: number
  status: 'succeeded' | 'failed'
  startedAt: string
  finishedAt: string
  activeMs: number
  part: number
  content: string
}

/**
 * Ends runs and records their last steps in one statement; returns those that this process still owned. The commit
 * does not wait for the disk: effects were recorded when they happened, and if a database crash loses this commit, the
 * runs are still open and owned by this process, and are computed again. Rows are locked in the order of their ids, like
 * wherever several runs are written at once: otherwise two such statements could wait for each other.
 */
export const endRuns = (db: Db, owner: string, finished: FinishedRun[]) =>
  db.rows<{ id: string }>(sql`
    with finished as (
      select * from unnest(
        ${finished.map((one) => one.id)}::uuid[], ${finished.map((one) => one.epoch)}::int[],
        ${finished.map((one) => one.status)}::text[], ${finished.map((one) => one.startedAt)}::timestamptz[],
        ${finished.map((one) => one.finishedAt)}::timestamptz[], ${finished.map((one) => one.activeMs)}::int[],
        ${finished.map((one) => one.part)}::int[], ${jsonTexts(finished.map((one) => one.content))}
      ) as u (id, epoch, status, started_at, finished_at, active_ms, part, content)
    ), fenced as materialized (
      select e.id from executions e join finished u using (id)
      where e.epoch = u.epoch and e.owner = ${owner}
      order by e.id for no key update of e
    ), ended as (
      ${updateEnded({
        status: sql`u.status`,
        finishedAt: sql`u.finished_at`,
        set: timing({ startedAt: sql`u.started_at`, activeMs: sql`u.active_ms` }),
        from: sql`from finished u join fenced using (id)`,
        where: sql`e.id = u.id and e.epoch = u.epoch and e.owner = ${owner}`,
      })}
      returning e.id
    ), parts as (
      insert into execution_parts (execution_id, part, content)
      select u.id, u.part, u.content from finished u join ended using (id)
    )
    select ended.id from ended, (select set_config('synchronous_commit', 'off', true)) as asynchronous`)

export type RunEnd = Omit<FinishedRun, 'part' | 'content' | 'epoch'> & { error: unknown; result: unknown }

/** Ends one run. The caller has fenced it in the same transaction. */
export const endRun = (db: Db, run: RunEnd) =>
  db.run(
    updateEnded({
      status: sql`${run.status}`,
      finishedAt: sql`${run.finishedAt}`,
      set: sql`${timing({ startedAt: sql`${run.startedAt}`, activeMs: sql`${run.activeMs}` })},
        error = nullif(${JSON.stringify(run.error)}::jsonb, 'null'),
        result = nullif(${JSON.stringify(run.result)}::jsonb, 'null')`,
      where: sql`e.id = ${run.id}`,
    }),
  )

/** Cancels open runs. The new epoch fences out their owners; the notification makes them stop. */
const cancelRuns = (db: Db, where: Sql) =>
  db.rows<{ id: string; workflowId: string }>(sql`
    with open as materialized (
      select e.id from executions e where ${where} and e.status in ('queued', 'running', 'waiting')
      order by e.id for no key update
    ), cancelled as (
      ${updateEnded({
        status: sql`'cancelled'`,
        finishedAt: sql`now()`,
        set: sql`epoch = e.epoch + 1`,
        from: sql`from open`,
        where: sql`e.id = open.id and e.status in ('queued', 'running', 'waiting')`,
      })}
      returning e.id, e.workflow_id
    )
    select id, workflow_id as "workflowId", pg_notify(${channel}, id::text) from cancelled`)

export const cancelExecutions = (db: Db, memberId: string, ids: string[]) =>
  cancelRuns(db, sql`e.id = any (${ids}::uuid[]) and e.member_id = ${memberId}`)

// Each part has its own partial index; the history of a member may be long.
const openRunsOf = (members: Sql) => sql`
  select id from executions
  where owner is null and not held and status in ('queued', 'running') and member_id in (${members})
  union all select id from executions where held and status = 'queued' and member_id in (${members})
  union all select id from executions where owner is not null and member_id in (${members})
  union all select id from executions where status = 'waiting' and member_id in (${members})`

/** Cancels the open runs of a member who is being suspended. */
export const cancelMemberExecutions = (db: Db, memberId: string) =>
  cancelRuns(db, sql`e.id in (${openRunsOf(sql`select ${memberId}::uuid`)})`)

/** Cancels the runs that were started while their member was being suspended. */
export const cancelSuspendedExecutions = (db: Db) =>
  cancelRuns(
    db,
    sql`e.id in (${openRunsOf(sql`select id from member_identities where status = 'suspended'`)})`,
  )

/** Cancels the open runs of a workflow that is deleted. */
export const cancelWorkflowExecutions = (db: Db, workflowId: string) =>
  cancelRuns(db, sql`e.workflow_id = ${workflowId}`)
