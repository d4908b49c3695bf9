import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import { assistantRoutes } from './assistant.routes.ts'
import type { AssistantDeps } from './ports.ts'
import { runTurn } from './turns/run-turn.ts'
import { type TurnPayload, turnJob } from './turns/turn-job.ts'

/** `db` has the connections of requests, `jobDb` those of background work. */
export function createAssistant({ jobDb, ...deps }: AssistantDeps & { jobDb: AssistantDeps['db'] }): Slice {
  return {
    routes: assistantRoutes(deps),
    jobs: [
      defineJob<TurnPayload>(turnJob.name, {
        maxAttempts: turnJob.maxAttempts,
        run: (payload, context) => runTurn({ ...deps, db: jobDb }, payload, context),
      }),
    ],
  }
}
