import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { memberIsActive, type OwnedRun, ownedColumns, setStarted } from './runs.store.ts'

/** A run whose owners died this often in a row, without progress, is not continued. */
export const maxCrashes = 3
/** The same with progress in between: a run that dies this often is hardly ever an innocent neighbour. */
const maxCrashTotal = 8
/** So many runs that died once are tried together; more after a while without a crash. */
const maxTriedTogether = { atFirst: 20, whenSettled: 100 }
/** So many runs that died twice are tried one by one; of more, a share of them at a time. */
const maxTriedAlone = 20

/**
 * Claims runs whose owner is dead, and counts the death. Nobody knows which run killed the process, if any did, so each
 * of them is a suspect, and suspects are claimed a few at a time: those that died once by workflow version and in small
 * groups, so that few die a second time; those that died twice in a row one by one, by a process that has lived for a
 * while without them (`isSettled`). So only the culprit dies a third time, even if the process is killed again and again
 * for another reason. Of many that died twice a share is claimed together, those with the fewest deaths first, and
 * another death there does not count as the third: the innocent ones get through in a few rounds, and the rest is few
 * enough to be tried one by one. What is not claimed keeps its dead owner and is not charged for the deaths of others. A
 * part recorded since the last death is progress and resets the count.
 *
 * Once a version has proven to kill processes, its other runs are not tried alone any more: a hundred calls of it cost
 * three crashes and not two hundred.
 */
export const claimOrphans = (db: Db, owner: string, limit: number, isSettled: boolean) =>
  db.rows<OwnedRun>(sql`
    with alive as materialized (
      select array(select id from worker_processes where is_alive) as ids
    ), dead as materialized (
      select id, version_id, created_at, crash_total + 1 as total,
        case when p.last > crash_part then 1 else crashes + 1 end as crashes
      from executions left join lateral (
        select max(part) as last from execution_parts where execution_id = executions.id and computed is null
      ) p on executions.crashes > 0
      where owner is not null and owner <> ${owner} and owner <> all ((select ids from alive)::uuid[])
        and ${memberIsActive}
    ), orphans as materialized (
      select d.id, d.version_id, d.created_at, d.total,
        case when d.total >= ${maxCrashTotal}::int or d.crashes >= 2 and exists (
          select from executions x
          where x.version_id = d.version_id and x.status = 'failed'
            and x.created_at > now() - interval '1 day' and x.error ->> 'code' = 'execution.crashed'
        ) then greatest(d.crashes, ${maxCrashes}::int) else d.crashes end as crashes
      from dead d
    ), first as (
      select version_id, crashes from orphans where crashes <> 2 or ${isSettled}
      order by crashes desc, created_at, id limit 1
    ), share as (
      select least(${limit}::int, case f.crashes
        when 1 then ${isSettled ? maxTriedTogether.whenSettled : maxTriedTogether.atFirst}::int
        when 2 then (select ceil(count(*)::numeric / ${maxTriedAlone}::int)::int from orphans where crashes = 2)
        else ${limit}::int end) as size
      from first f
    ), chosen as (
      select e.id, case when o.crashes = 2 and s.size > 1 then 1 else o.crashes end as crashes, o.total
      from executions e join orphans o on o.id = e.id cross join first f cross join share s
      where o.crashes = f.crashes and (f.crashes > 1 or o.version_id = f.version_id)
        and e.owner is not null and e.owner <> ${owner} and e.owner <> all ((select ids from alive)::uuid[])
      order by case when f.crashes = 2 then o.total else 0 end, o.created_at, o.id
      limit (select size from share)
      for update of e skip locked
    )
    update executions e set owner = ${owner}, epoch = e.epoch + 1, ${setStarted()},
      crashes = c.crashes, crash_total = c.total,
      crash_part = (select coalesce(max(part), 0) from execution_parts where execution_id = e.id and computed is null)
    from chosen c where e.id = c.id
    returning ${ownedColumns}`)
