import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

export type ProcessRow = {
  id: string
  roles: readonly string[]
  workerIds: readonly string[]
  host: string
  pid: string
  place: string | null
}

export const insertProcess = (db: Db, p: ProcessRow) =>
  db.run(sql`
    insert into processes (id, roles, worker_ids, host, pid, place)
    values (${p.id}, ${p.roles}, ${p.workerIds}, ${p.host}, ${p.pid}, ${p.place})
    on conflict (id) do nothing`)

/** Returns whether the row still exists. */
export const renewProcess = async (db: Db, id: string, workerIds: readonly string[]) =>
  (await db.run(sql`update processes set heartbeat_at = now(), worker_ids = ${workerIds} where id = ${id}`)) >
  0

export const deleteProcess = (db: Db, id: string) => db.run(sql`delete from processes where id = ${id}`)

export const processesAt = (db: Db, place: string) =>
  db.rows<{ id: string; pid: string }>(sql`select id, pid from processes where place = ${place}`)

export type DeadProcess = {
  id: string
  roles: string[]
  host: string
  pid: string
  silentMs: number
  jobs: number
}

/**
 * Deletes dead processes and releases their jobs, in one statement: whoever locks the row first does it. `dead` are known
 * to be dead; with `silent`, so are those without a heartbeat for ten seconds. A worker id that a live process also has
 * (see adoptUnknownWorkers) is left alone. Unlocking does not notify workers by itself, hence the pg_notify.
 */
export const takeOver = (db: Db, self: string, dead: string[], silent: boolean) =>
  db.rows<DeadProcess>(sql`
    with found as (
      select id from processes
      where id <> ${self} and (id = any (${dead}::uuid[])
        or (${silent} and heartbeat_at < now() - interval '10 seconds'))
      for update skip locked
    ), gone as (
      delete from processes p using found where p.id = found.id returning p.*
    )
    select gone.id, roles, host, pid,
      (extract(epoch from now() - heartbeat_at) * 1000)::int as "silentMs", held.jobs,
      case when cardinality(theirs.ids) > 0 then graphile_worker.force_unlock_workers(theirs.ids) end::text as freed,
      pg_notify('jobs:insert', json_build_object('count', held.jobs)::text)
    from gone
    cross join lateral (
      select array(select w from unnest(gone.worker_ids) w where not exists (
        select from processes other
        where w = any (other.worker_ids) and other.id not in (select id from found))) as ids
    ) theirs
    cross join lateral (
      select count(*) as jobs from graphile_worker._private_jobs where locked_by = any (theirs.ids)
    ) held`)

/**
 * Creates a process row for locks of a worker that no process has (a restored backup, rows deleted by hand): unless a
 * process claims the worker, the row times out like any other. Only the oldest process does this, as it reads all jobs.
 */
export const adoptUnknownWorkers = (db: Db, self: string) =>
  db.run(sql`
    insert into processes (id, roles, worker_ids, host, pid)
    select gen_random_uuid(), '{}', array[locked_by], 'unknown', 'unknown'
    from (
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union
      select locked_by from graphile_worker._private_job_queues where locked_by is not null
    ) l
    where not exists (select from processes p where l.locked_by = any (p.worker_ids))
      and ${self} = (select id from processes where roles <> '{}' order by started_at, id limit 1)`)
