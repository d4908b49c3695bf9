import { type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import { countWrites } from './tables.store.ts'

const batchSize = 10_000

/** Compacts the write log that is summed up for the row count of a table. */
const countTableWrites = defineJob('tables.count-writes', {
  maxAttempts: 1,
  run: async (_payload, { db, signal }) => {
    while (!signal.aborted && (await countWrites(db, batchSize)) === batchSize);
  },
})

export const tableCron: CronItem[] = [{ job: countTableWrites, schedule: '* * * * *' }]
