import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

// Counting more at once would keep one of two cores busy for as long as a call may take.
const maxCounted = 2_000

/**
 * Counts what has finished since the last time, a second's runs or some thousand at a time; returns whether there are
 * more. A run may commit later than the time that it says it finished at, so the last two minutes are left for the next
 * time. The row of the progress is locked: processes count one after another.
 */
export const countFinishedRuns = async (db: Db) =>
  (
    await db.row<{ hasMore: boolean }>(sql`
      with progress as (
        select counted_until as since, now() - interval '2 minutes' as latest from run_storage_progress for update
      ), step as (
        select since, latest, greatest(since, coalesce((
          select e.finished_at from executions e
          where e.finished_at >= since + interval '1 second' and e.finished_at < latest
          order by e.finished_at offset ${maxCounted}::int limit 1), latest)) as until
        from progress
      ), moved as (
        update run_storage_progress set counted_until = step.until from step
      ), finished as (
        select e.member_id, sum(p.bytes) as bytes
        from (
          -- Not joined with the step: there are no statistics about the one row of the progress, and with thousands of
          -- expected steps a plan reads all executions and their parts.
          select id, member_id from executions
          where finished_at >= (select since from step) and finished_at < (select until from step) offset 0
        ) e cross join lateral (
          -- One by one: the planner cannot know how few they are, and would read all parts.
          select coalesce(sum(octet_length(content)), 0) as bytes
          from execution_parts where execution_id = e.id offset 0) p
        group by 1
      ), counted as (
        insert into run_storage as known (member_id, bytes) select member_id, bytes from finished
        on conflict (member_id) do update set bytes = known.bytes + excluded.bytes
      )
      select until < latest as "hasMore" from step`)
  )?.hasMore ?? false

export const findMembersAbove = async (db: Db, bytes: number) =>
  (
    await db.rows<{ memberId: string }>(sql`
      select member_id as "memberId" from run_storage where bytes > ${bytes}::bigint`)
  ).map(({ memberId }) => memberId)

/** Deletes the member's oldest finished executions down to `keepBytes`, a batch at a time; returns how many. */
export const deleteOldestRuns = (db: Db, memberId: string, keepBytes: number, batch: number) =>
  db.run(sql`
    with oldest as (
      select id, created_at from executions
      where member_id = ${memberId} and status in ('succeeded', 'failed', 'cancelled')
        and finished_at < (select counted_until from run_storage_progress)
        and finished_at < (select counted_until from counted_executions)
      order by created_at, id limit ${batch}
    ), sized as (
      select o.id, o.created_at, coalesce(sum(octet_length(p.content)), 0) as size
      from oldest o left join execution_parts p on p.execution_id = o.id group by 1, 2
    ), old as (
      select id from (
        select id, sum(size) over (order by created_at, id) - size as older from sized
      ) s where older < (select bytes - ${keepBytes}::bigint from run_storage where member_id = ${memberId})
    ), parts as (
      delete from execution_parts where execution_id in (select id from old) returning octet_length(content) as size
    ), freed as (
      update run_storage set bytes = greatest(0, bytes - coalesce((select sum(size) from parts), 0))
      where member_id = ${memberId}
    ), families as (
      delete from execution_families where root_id in (select id from old)
    )
    delete from executions where id in (select id from old)`)
