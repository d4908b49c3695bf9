import type { Heartbeat } from '../../platform/jobs/heartbeat.ts'
import type { Log } from '../../platform/log/log.ts'
import { createCourses } from './courses.ts'
import { executionRoutes } from './executions.routes.ts'
import { failExecution } from './fail-execution.ts'
import { type ExecutionDeps, triggerRoot } from './ports.ts'
import { createRunner, type Runner } from './run/runner.ts'
import { callRuns } from './run/runs.store.ts'
import { startDueSchedules } from './start-schedules.ts'
import { createTeller } from './teller.ts'

export type ExecutionOptions = Omit<ExecutionDeps, 'runner' | 'teller'>

/** Runs of workflows: what is told of them, and in a process that works, what carries them out. */
export function createExecutions(options: ExecutionOptions) {
  const { db, live, limits, nodeTypes, ports, stoppedEffects } = options
  let runner: Runner | undefined
  const teller = createTeller(db, live)
  const deps: ExecutionDeps = { ...options, teller, runner: () => runner }
  const findCourse = createCourses(nodeTypes, limits.executionTimeoutMs.default)

  const openRunner = (more: { databaseUrl: string; heartbeat: Heartbeat; log: Log }) => {
    runner = createRunner({
      ...more,
      db,
      processId: options.processId,
      bindPorts: ports.bindPorts,
      findCourse,
      stoppedEffects,
      usualConcurrency: limits.maxConcurrency.default,
      startDue: () => startDueSchedules(db),
      loadRoots: async (tx, run, held, wanted) => ({
        ...(await ports.loadRoots(tx, run, wanted)),
        trigger: triggerRoot(run, held),
      }),
      onFailed: (tx, run, error, course) => failExecution(tx, live, run, error, course),
      onLeft: (tx, { id }) => ports.onCancelled(tx, [id]),
      onCalledEnded: async (tx, { parentId }) => void (await callRuns(tx, [parentId])),
      told: ({ memberId, id, workflowId }, status) => teller.tell({ memberId, id, workflowId, status }),
    })
    runner.start()
    return runner
  }
  return { routes: executionRoutes(deps), openRunner, close: () => teller.close() }
}
