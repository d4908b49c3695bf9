import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { createFigureCache } from './figure-cache.ts'
import { rollUp } from './roll-up.ts'

// Numbers of eight bytes.
const maxCached = 6_000_000

export const createDashboard = (): Slice => ({
  routes: dashboardRoutes(createFigureCache(maxCached)),
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
