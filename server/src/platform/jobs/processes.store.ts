import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { AbandonedJob } from './abandoned-jobs.ts'

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
  abandoned: AbandonedJob[]
}

// A job that was there at the third death is the likely cause, since the second one left it alone with few others.
const maxCrashes = 3

/**
 * Deletes dead processes and releases their jobs, in one statement: whoever locks the row first does it. `dead` are known
 * to be dead; with `silent`, so are those without a heartbeat for ten seconds. A worker id that a live process also has
 * (see adoptUnknownWorkers) is left alone. Unlocking does not notify workers by itself, hence the pg_notify.
 *
 * A job may have killed its process, and nobody knows which. After the first death all of them run again, after the
 * second one after the other, and after the third they are abandoned: they count as failed, like those out of attempts.
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
    ), workers as (
      select gone.id as process_id, w.id from gone cross join unnest(gone.worker_ids) w (id)
      where not exists (
        select from processes other
        where w.id = any (other.worker_ids) and other.id not in (select id from found))
    ), held as (
      select j.id, j.task_id, w.process_id
      from graphile_worker._private_jobs j join workers w on w.id = j.locked_by
    ), counted as (
      insert into job_crashes as c (job_id, crashes) select id, 1 from held
      on conflict (job_id) do update set crashes = c.crashes + 1
      returning job_id, crashes
    ), ranked as (
      select job_id, crashes, row_number() over (partition by crashes order by job_id) as rank from counted
    ), freed as (
      update graphile_worker._private_jobs j set locked_at = null, locked_by = null,
        attempts = case when r.crashes >= ${maxCrashes}::int then j.max_attempts else j.attempts end,
        run_at = case when r.crashes = ${maxCrashes - 1}::int
          then greatest(j.run_at, now() + r.rank * interval '2 seconds') else j.run_at end,
        last_error = case when r.crashes >= ${maxCrashes}::int or j.attempts >= j.max_attempts
          then 'the process that ran this job died' else j.last_error end
      from ranked r where j.id = r.job_id
      returning j.id, j.attempts, j.attempts >= j.max_attempts as is_abandoned
    ), queues as (
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      where q.locked_by in (select id from workers)
    )
    select gone.id, roles, host, pid,
      (extract(epoch from now() - heartbeat_at) * 1000)::int as "silentMs", jobs.n as jobs, jobs.abandoned,
      pg_notify('jobs:insert', json_build_object('count', jobs.n)::text)
    from gone
    cross join lateral (
      select count(*) as n, coalesce(
        json_agg(json_build_object('jobId', h.id::text, 'task', t.identifier, 'attempts', f.attempts))
          filter (where f.is_abandoned), '[]') as abandoned
      from held h
      join graphile_worker._private_tasks t on t.id = h.task_id
      left join freed f on f.id = h.id
      where h.process_id = gone.id
    ) jobs`)

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
