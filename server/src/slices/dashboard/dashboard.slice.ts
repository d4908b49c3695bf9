import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { rollUp } from './roll-up.ts'

export const createDashboard = (): Slice => ({
  routes: dashboardRoutes,
  cron: [
    {
      // The next minute repeats what a crash interrupted.
      job: defineJob('dashboard.roll-up', {
        maxAttempts: 1,
        run: (_payload, { db, signal }) => rollUp(db, signal),
      }),
      schedule: '* * * * *',
    },
  ],
})
