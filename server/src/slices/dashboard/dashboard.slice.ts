import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database, DatabaseTimeouts } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { createFigureCache } from './figure-cache.ts'
import { rollUp } from './roll-up.ts'

const maxCachedBytes = 48_000_000

// More at once would only take longer, each of them.
const maxReaders = 4

type Deps = {
  openDatabase(name: string, connections: number, options: DatabaseTimeouts & { planOnce: true }): Database
}

/** Dashboards have their own connections: twenty people who look at them do not keep others from their mail. */
export function createDashboard({ openDatabase }: Deps): Slice {
  const db = openDatabase('mailwright dashboards', maxReaders, { statementMs: 10_000, planOnce: true })
  return {
    routes: dashboardRoutes({
      db,
      cache: createFigureCache(maxCachedBytes),
      readers: createSemaphore(maxReaders),
    }),
    close: () => db.close(),
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
  }
}
