import { type AbandonedJob, abandonedJobReport } from '../../platform/jobs/abandoned-jobs.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import { incidentRoutes } from './incidents.routes.ts'
import { reportAbandonedJob } from './report-abandoned-job.ts'

export function createIncidents({ live }: { live: Live }): Slice {
  const { name, maxAttempts } = abandonedJobReport
  const report = defineJob<AbandonedJob>(name, {
    maxAttempts,
    run: (job, { db }) => db.transaction((tx) => reportAbandonedJob(tx, live, job)),
  })
  return { routes: incidentRoutes(live), jobs: [report] }
}
