import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

// Tables named _private_ belong to graphile-worker: its version is pinned, and the tests here run every statement.

const schemaLockKey = 7_391_047

export const lockJobsSchema = (client: pg.PoolClient) =>
  client.query('select pg_advisory_lock($1)', [schemaLockKey])

export type JobRow = {
  identifier: string
  payload: unknown
  queue_name: string | undefined
  run_at: string | undefined
  max_attempts: number | undefined
  job_key: string | undefined
  priority: number | undefined
}

export const insertJobs = (db: Db, jobs: JobRow[]) =>
  db.rows<{ id: string; key: string | null }>(sql`
    select id::text as id, key from graphile_worker.add_jobs(array(
      select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(jobs)}::json)))`)

/** Releases all jobs that a worker has locked, without counting the unfinished attempt. */
export async function releaseWorker(db: Db, workerId: string): Promise<number> {
  const row = await db.row<{ jobs: number }>(sql`
    with freed as (
      update graphile_worker._private_jobs
      set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
      where locked_by = ${workerId} returning id
    ), queues as (
      update graphile_worker._private_job_queues set locked_by = null, locked_at = null
      where locked_by = ${workerId}
    )
    select count(*) as jobs, pg_notify('jobs:insert', json_build_object('count', count(*))::text) from freed`)
  return row?.jobs ?? 0
}

/** Releases jobs that a worker locked with a statement whose result never arrived. */
export const releaseOrphanedJobs = (db: Db, workerId: string, known: string[]) =>
  db.run(sql`
    with freed as (
      update graphile_worker._private_jobs
      set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
      where locked_by = ${workerId} and id <> all (${known}::bigint[]) returning job_queue_id
    )
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from freed where q.id = freed.job_queue_id and q.locked_by = ${workerId}`)

/**
 * Replaces the library's statement, which deletes a finished job no matter which worker has locked it: a worker that
 * resumes late would delete the job of the one that took it over.
 */
export const completeOwnJobs = `
  with done as (
    delete from graphile_worker._private_jobs
    where id = any ($1::bigint[]) and locked_by = $2 returning job_queue_id
  )
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  from done where q.id = done.job_queue_id and q.locked_by = $2`

export const deleteFailedJobs = (db: Db, batch: number) =>
  db.run(sql`
    with ended as (
      delete from job_crashes c
      where not exists (select from graphile_worker._private_jobs j where j.id = c.job_id)
    )
    delete from graphile_worker._private_jobs where id in (
      select id from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'
        and run_at < now() - interval '30 days'
      limit ${batch} for update skip locked)`)
