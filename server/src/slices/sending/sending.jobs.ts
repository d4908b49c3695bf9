import { type AnyJob, type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import { type DeliverDeps, deliverMail } from './deliver-mail.ts'
import { lookUpUnknown } from './look-up-unknown.ts'
import { saveSentCopy } from './save-sent-copy.ts'
import { jobs } from './schedule.ts'
import { sweepOutbox } from './sweep-outbox.ts'

export function sendingJobs(deps: DeliverDeps): { jobs: AnyJob[]; cron: CronItem[] } {
  const sweep = defineJob('sending.sweep', {
    maxAttempts: 1,
    run: (_payload, { db }) => sweepOutbox(db, deps.live, deps.enabled),
  })
  return {
    jobs: [
      defineJob<{ id: string }>(jobs.deliver.name, {
        ...jobs.deliver,
        run: ({ id }, context) => deliverMail(deps, id, context),
      }),
      defineJob<{ id: string; look: number }>(jobs.lookUp.name, {
        ...jobs.lookUp,
        run: (payload, context) => lookUpUnknown(deps, payload, context),
      }),
      defineJob<{ id: string; look: number }>(jobs.saveCopy.name, {
        ...jobs.saveCopy,
        run: (payload, context) => saveSentCopy(deps, payload, context),
      }),
    ],
    cron: [{ job: sweep, schedule: '* * * * *' }],
  }
}
