import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { jsonTexts } from '../json-texts.store.ts'

/** A run that this process owns. */
export type OwnedRun = {
  id: string
  epoch: number
  memberId: string
  workflowId: string
  versionId: string
  mailboxId: string | null
  messageId: string | null
  simulated: boolean
  parentId: string | null
  /** The run that started it all; null if that is this one. */
  rootId: string | null
  depth: number
  triggerNodeId: string
  triggerType: string
  calls: number
  activeMs: number
  createdAt: string
  startedAt: string | null
  /** How often in a row its owner died without progress of the run. */
  crashes: number
}

export const ownedColumns = sql`
  e.id, e.epoch, e.member_id as "memberId", e.workflow_id as "workflowId", e.version_id as "versionId",
  e.mailbox_id as "mailboxId", e.message_id as "messageId", e.simulated, e.parent_id as "parentId",
  e.root_id as "rootId", e.depth, e.crashes,
  e.trigger_node_id as "triggerNodeId", e.trigger_type as "triggerType", e.calls, e.active_ms as "activeMs",
  e.created_at as "createdAt", e.started_at as "startedAt"`

export const claimsLock = 7391048

/** Runs of a suspended member are not claimed, and have no effect when they were claimed before. */
export const memberIsActive = sql`exists (
  select from member_identities m where m.id = executions.member_id and m.status = 'active')`

/**
 * Serializes claims: two processes that count at the same time would both claim the same free slots. The commit does not
 * wait for the disk: a run whose claim is lost in a crash of the database can be claimed again. And the claim is planned
 * once: PostgreSQL would plan it for each call, with its limits, which took a fifth of the time.
 */
export const lockClaims = (db: Db) =>
  db.run(sql`
    select pg_advisory_xact_lock(${claimsLock}), set_config('synchronous_commit', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`)

export type OpenLimits = {
  defaultConcurrency: number
  limit: number
  /** Runs of one member that this process works on at the same time. */
  maxPerMember: number
}

/**
 * A run has started when it is claimed, not when its first steps are recorded: that would be one more version of its row,
 * with all its index entries. By the clock of this process, like the end of a run.
 */
export const setStarted = () =>
  sql`status = 'running', started_at = coalesce(e.started_at, ${new Date().toISOString()}::timestamptz)`

const isOpen = sql`owner is null and not held and status in ('queued', 'running')`

/**
 * Claims runs without an owner, up to the concurrency limit of their workflow. Members take turns, the one with the
 * fewest runs in this process first, and the runs of a member are claimed oldest first: nobody waits for the backlog of
 * somebody else. Each workflow is considered separately, so one at its limit does not block the others either.
 */
export const claimOpen = (db: Db, owner: string, { defaultConcurrency, limit, maxPerMember }: OpenLimits) =>
  db.rows<OwnedRun>(sql`
    with recursive flow as (
      (select workflow_id from executions where ${isOpen} order by workflow_id limit 1)
      union all
      select (select workflow_id from executions where ${isOpen} and workflow_id > flow.workflow_id
        order by workflow_id limit 1)
      from flow where flow.workflow_id is not null
    ), slots as (
      select f.workflow_id, coalesce(w.max_concurrency, ${defaultConcurrency}::int)
        - (select count(*) from executions x where x.workflow_id = f.workflow_id
          and x.owner is not null and x.owner = any (array(select p.id from worker_processes p where p.is_alive))) as free
      from flow f left join workflow_concurrency w using (workflow_id) where f.workflow_id is not null
    ), active as (
      select member_id, count(*) as runs from executions where owner is not null and owner = ${owner} group by member_id
    ), candidates as (
      select c.id, c.created_at, coalesce(a.runs, 0)
        + row_number() over (partition by c.member_id order by c.created_at, c.id) as turn
      from slots s cross join lateral (
        select id, member_id, created_at from executions
        where workflow_id = s.workflow_id and ${isOpen} and ${memberIsActive}
        order by created_at, id limit least(greatest(0, s.free), ${limit}::int)
      ) c left join active a using (member_id)
    ), locked as materialized (
      -- By id alone: statistics often know no open runs, and a plan for them reads all for each candidate.
      select id, owner, held, status from executions where id = any (array(
        select c.id from candidates c where c.turn <= ${maxPerMember}::int
        order by c.turn, c.created_at, c.id limit ${limit}))
      order by id for update skip locked
    )
    update executions e set owner = ${owner}, epoch = e.epoch + 1, ${setStarted()}
    where e.id = any (array(select id from locked where ${isOpen}))
    returning ${ownedColumns}`)

/** Whether runs without an owner are left: their workflow or this process is at its limit. */
export const hasOpen = async (db: Db) =>
  (await db.row(sql`
    select from executions where ${isOpen}
    -- Sorted, so that the index is used: with many held runs the planner expects a match soon and scans the table.
    order by workflow_id limit 1`)) !== undefined

const maxReleased = 5_000

/**
 * Makes the held runs of workflows that are no longer paused claimable. Not done when a workflow is resumed: a call that
 * saw it paused may commit later. Looks at each workflow once, not at each of its runs.
 */
export const releaseHeld = (db: Db) =>
  db.run(sql`
    with recursive flow as (
      (select workflow_id from executions where held and status = 'queued' order by workflow_id limit 1)
      union all
      select (select x.workflow_id from executions x where x.held and x.status = 'queued'
        and x.workflow_id > flow.workflow_id order by x.workflow_id limit 1)
      from flow where flow.workflow_id is not null
    ), resumed as (
      select r.id from flow f left join workflow_concurrency w using (workflow_id) cross join lateral (
        select id from executions where workflow_id = f.workflow_id and held and status = 'queued'
        for no key update skip locked
      ) r where w.is_paused is not true limit ${maxReleased}
    )
    update executions set held = false where id = any (array(select id from resumed))`)

/** Claims waiting runs that are due, earliest first. */
export const claimDue = (db: Db, owner: string, limit: number) =>
  db.rows<OwnedRun & { wakeAt: string }>(sql`
    with due as (
      select id, wake_at from executions where status = 'waiting' and wake_at <= now() and ${memberIsActive}
      order by wake_at limit ${limit} for update skip locked
    )
    update executions e set owner = ${owner}, epoch = e.epoch + 1, status = 'running', wake_at = null,
      waiting = null
    from due where e.id = due.id
    returning ${ownedColumns}, due.wake_at as "wakeAt"`)

export const findNextWake = (db: Db) =>
  db.row<{ inMs: number | null }>(sql`
    select (extract(epoch from min(wake_at) - now()) * 1000)::float8 as "inMs"
    from executions where status = 'waiting'`)

export const findParts = (db: Db, ids: string[]) =>
  db.rows<{ id: string; part: number; content: string }>(sql`
    select execution_id as id, part, content from execution_parts
    where execution_id = any (${ids}::uuid[]) order by execution_id, part`)

export type StepsOfRun = {
  id: string
  epoch: number
  owner: string
  part: number
  /** Null if there is nothing to record. */
  content: string | null
  /** Holds steps without an effect, saved on the way. */
  isComputed: boolean
}

/** Records steps of runs in one statement; returns the runs that this process still owns and whose member is active. */
export const recordSteps = async (db: Db, runs: StepsOfRun[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        with given as (
          select id, epoch, owner, part, computed, nullif(content, '') as content
          from unnest(${runs.map((one) => one.id)}::uuid[], ${runs.map((one) => one.epoch)}::int[],
            ${runs.map((one) => one.owner)}::uuid[], ${runs.map((one) => one.part)}::int[],
            ${runs.map((one) => one.isComputed)}::boolean[], ${jsonTexts(runs.map((one) => one.content ?? ''))}
          ) as g (id, epoch, owner, part, computed, content)
        ), fenced as materialized (
          select executions.id from executions join given g using (id)
          where executions.epoch = g.epoch and executions.owner = g.owner and ${memberIsActive}
          order by executions.id for no key update of executions
        ), parts as (
          insert into execution_parts (execution_id, part, content, computed)
          select id, part, content, nullif(computed, false) from given join fenced using (id) where content is not null
        )
        select id from fenced`)
    ).map(({ id }) => id),
  )

/** Locks the rows until the end of the transaction; returns those that this process owns and whose member is active. */
export const fenceRuns = async (db: Db, runs: Pick<StepsOfRun, 'id' | 'epoch' | 'owner'>[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select executions.id from executions
        join unnest(${runs.map((one) => one.id)}::uuid[], ${runs.map((one) => one.epoch)}::int[],
          ${runs.map((one) => one.owner)}::uuid[]) as g (id, epoch, owner) using (id)
        where executions.epoch = g.epoch and executions.owner = g.owner and ${memberIsActive}
        order by executions.id for no key update of executions`)
    ).map(({ id }) => id),
  )

/** Records steps of runs that `fenceRuns` has locked. */
export async function recordFenced(db: Db, runs: Pick<StepsOfRun, 'id' | 'part' | 'content'>[]) {
  const rows = runs.filter(({ content }) => content !== null)
  if (rows.length === 0) return
  await db.run(sql`
    insert into execution_parts (execution_id, part, content)
    select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ part }) => part)}::int[],
      ${jsonTexts(rows.map(({ content }) => content ?? ''))})`)
}

export type NewPart = { id: string; part: number; content: string }
export const insertPart = (db: Db, { id, part, content }: NewPart) =>
  db.run(sql`insert into execution_parts (execution_id, part, content) values (${id}, ${part}, ${content})`)

/** Locks the row until the end of the transaction; false when this process has lost the run, or its member is suspended. */
export const fenceRun = async (db: Db, owner: string, { id, epoch }: { id: string; epoch: number }) =>
  (await db.row(sql`
    select from executions where id = ${id} and epoch = ${epoch} and owner = ${owner} and ${memberIsActive}
    for no key update`)) !== undefined

export type Pause = {
  id: string
  startedAt: string
  activeMs: number
  wakeAt: string | null
  /** The count when the run was claimed: if it has grown since then, the run wakes at once. */
  calls: number
  waiting: unknown
}
export const pauseRun = (db: Db, p: Pause) =>
  db.run(sql`
    update executions set status = 'waiting', owner = null, started_at = coalesce(started_at, ${p.startedAt}),
      active_ms = ${p.activeMs}, waiting = ${JSON.stringify(p.waiting)}::jsonb,
      wake_at = case when calls = ${p.calls} then ${p.wakeAt}::timestamptz else now() end
    where id = ${p.id}`)

export const channel = 'mailwright_runs'

/** Wakes waiting runs. A run in progress notices by its count of calls before it pauses. */
export const wakeRuns = (db: Db, ids: string[]) =>
  db.run(sql`
    with called as (
      update executions set calls = calls + 1, wake_at = case when status = 'waiting' then now() end
      where id = any (${ids}::uuid[]) and status in ('queued', 'running', 'waiting') returning id
    )
    select pg_notify(${channel}, '') from called limit 1`)

/** Makes the runners poll for runs without an owner. */
export const nudgeRunners = (db: Db) => db.run(sql`select pg_notify(${channel}, '')`)

/** Claims again the runs that this process owns without knowing it: the reply to the claim was lost. */
export const reclaimStrays = (db: Db, owner: string, known: string[], limit: number) =>
  db.rows<OwnedRun>(sql`
    update executions e set epoch = e.epoch + 1
    where e.id in (
      select id from executions where owner = ${owner} and id <> all (${known}::uuid[]) and ${memberIsActive}
      limit ${limit} for update skip locked)
    returning ${ownedColumns}`)

/** Releases the runs that this process still owns, so that they can be claimed again. */
export const releaseRuns = (db: Db, owner: string) =>
  db.run(sql`update executions set owner = null, epoch = epoch + 1 where owner = ${owner}`)
