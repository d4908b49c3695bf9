import type { Db } from '../../platform/db/database.ts'
import type { AbandonedJob } from '../../platform/jobs/abandoned-jobs.ts'
import type { Live } from '../../platform/live/live.ts'
import { findAdministratorIds } from './incidents.store.ts'
import { openServiceIncident } from './open-incident.ts'

/** A background job belongs to no member, so every administrator gets the incident. */
export async function reportAbandonedJob(db: Db, live: Live, { jobId, task, attempts }: AbandonedJob) {
  const failedAt = new Date().toISOString()
  const error = `The background job ${task} (${jobId}) is not run again: the service stopped unexpectedly while it ran, in attempt ${attempts}.`
  for (const { id } of await findAdministratorIds(db))
    await openServiceIncident(db, live, { memberId: id, failedAt, error })
}
