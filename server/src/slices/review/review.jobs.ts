import { type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { publishReview, returnSnoozed } from '../sending/index.ts'

const batchSize = 500

/** Returns snoozed drafts to the queue. Readers see them there from their time on; this tells those who look already. */
export const reviewCron = (live: Live): CronItem[] => [
  {
    schedule: '* * * * *',
    job: defineJob('review.return-snoozed', {
      maxAttempts: 1,
      run: async (_payload, { db, signal }) => {
        for (let last = batchSize; last === batchSize && !signal.aborted; ) {
          const returned = await returnSnoozed(db, batchSize)
          for (const draft of returned) publishReview(db, live, draft)
          last = returned.length
        }
      },
    }),
  },
]
