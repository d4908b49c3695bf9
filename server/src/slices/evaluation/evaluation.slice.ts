import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import { evaluationRoutes } from './evaluation.routes.ts'
import type { EvaluationDeps } from './ports.ts'
import { publishRun } from './runs/publish-run.ts'
import { type EvaluationPayload, evaluationJob } from './runs/run-job.ts'
import { failRun, findStalledRuns, purgeRuns } from './runs/runs.store.ts'
import { workOnRuns } from './runs/work-on-runs.ts'

export const createEvaluation = (deps: EvaluationDeps): Slice => ({
  routes: evaluationRoutes(deps),
  jobs: [
    defineJob<EvaluationPayload>(evaluationJob.name, {
      ...evaluationJob,
      run: (payload, context) => workOnRuns(deps, payload, context),
    }),
  ],
  cron: [
    {
      schedule: '*/10 * * * *',
      job: defineJob('evaluation.sweep', {
        maxAttempts: 1,
        run: async (_payload, { db }) => {
          for (const { id } of await findStalledRuns(db)) {
            const failed = await failRun(db, id)
            if (failed) publishRun(db, deps.live, failed.memberId, failed)
          }
        },
      }),
    },
  ],
  retention: [{ name: 'eval-runs', schedule: '55 3 * * *', run: purgeRuns }],
})
