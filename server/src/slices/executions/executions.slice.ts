import type { Heartbeat } from '../../platform/jobs/heartbeat.ts'
import type { Log } from '../../platform/log/log.ts'
import { createExecutionNotifier } from './execution-notifier.ts'
import { executionRoutes } from './executions.routes.ts'
import { failExecution } from './fail-execution.ts'
import { type ExecutionDeps, triggerRoot } from './ports.ts'
import { createRunner, type Runner } from './run/runner.ts'
import { wakeRuns } from './run/runs.store.ts'
import { startDueSchedules } from './start-schedules.ts'
import { createVersionCache } from './version-cache.ts'

export type ExecutionOptions = Omit<ExecutionDeps, 'runner' | 'notifier'>

/** Runs of workflows: what is told of them, and in a process that works, what carries them out. */
export function createExecutions(options: ExecutionOptions) {
  const { db, live, limits, nodeTypes, ports, stoppedEffects } = options
  let runner: Runner | undefined
  const notifier = createExecutionNotifier(db, live)
  const deps: ExecutionDeps = { ...options, notifier, runner: () => runner }
  const findCourse = createVersionCache(nodeTypes, limits.executionTimeoutMs.default)

  const openRunner = (more: { databaseUrl: string; heartbeat: Heartbeat; log: Log }) => {
    runner = createRunner({
      ...more,
      db,
      processId: options.processId,
      bindPorts: ports.bindPorts,
      findPreparedVersion: findCourse,
      stoppedEffects,
      defaultConcurrency: limits.maxConcurrency.default,
      startDue: () => startDueSchedules(db),
      loadRoots: async (tx, run, state, wanted) => ({
        ...(await ports.loadRoots(tx, run, wanted)),
        trigger: triggerRoot(run, state),
      }),
      onFailed: (tx, run, error, version) => failExecution(tx, live, run, error, version),
      onAbandonedWaits: (tx, { id }) => ports.onCancelled(tx, [id]),
      onChildEnded: async (tx, { parentId }) => void (await wakeRuns(tx, [parentId])),
      notifyStatus: ({ memberId, id, workflowId }, status) =>
        notifier.notify({ memberId, id, workflowId, status }),
    })
    runner.start()
    return runner
  }
  return { routes: executionRoutes(deps), openRunner, close: () => notifier.close() }
}
