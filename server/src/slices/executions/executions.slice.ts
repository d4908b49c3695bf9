import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { type AnyNodeType, typeKey } from '../../engine/index.ts'
import type { Config } from '../../platform/config/read-config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Heartbeat } from '../../platform/jobs/heartbeat.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Slice } from '../../platform/slice.ts'
import { familyLimitsOf } from './admit-descendants.ts'
import { createExecutionNotifier } from './execution-notifier.ts'
import { executionRoutes } from './executions.routes.ts'
import { purgeExecutions } from './executions.store.ts'
import { failExecution } from './fail-execution.ts'
import { createNodeTypeFinder } from './forbid-nodes.ts'
import { runStorageCron, watchRunStorage } from './limit-run-storage.ts'
import { type ExecutionDeps, triggerRoot } from './ports.ts'
import { cancelSuspendedExecutions } from './run/run-end.store.ts'
import { createRunner, type Runner } from './run/runner.ts'
import { releaseHeld, wakeRuns } from './run/runs.store.ts'
import { refreshStatistics } from './run/statistics.store.ts'
import { type Simulated, simulateGraph } from './simulate-graph.ts'
import { startDueSchedules } from './start-schedules.ts'
import { createVersionCache } from './version-cache.ts'

type Settings = Pick<
  Config,
  | 'workflowConcurrency'
  | 'executionTimeoutSeconds'
  | 'executionMaxSteps'
  | 'executionMaxMb'
  | 'executionMaxDescendants'
  | 'executionDescendantsPerMinute'
  | 'stoppedEffects'
  | 'executionDays'
  | 'pausedCalls'
  | 'forbiddenNodes'
  | 'runDataQuotaMb'
>

export type ExecutionOptions = Pick<ExecutionDeps, 'db' | 'live' | 'ports' | 'processId'> & {
  config: Settings
  /** The connections of runs; `db` has those of requests. */
  runDb: Database
  /** The connections of webhook calls. */
  intakeDb: Database
  /** Tables of other slices in which effects of runs add rows. */
  effectTables: readonly string[]
  databaseUrl: string
  heartbeat: Heartbeat
  log: Log
  nodeTypes: readonly AnyNodeType[]
}

/** What other parts may do with runs. */
type ExecutionUse = {
  /** See `simulateGraph`. */
  simulate(db: Database, caller: Caller, graph: Graph, messageId: string | null): Promise<Simulated>
}

/** Workflow runs: their routes and, in a worker process, the loop that runs them. */
export function createExecutions(options: ExecutionOptions): Slice & { use: ExecutionUse } {
  const { config, db, runDb, intakeDb, databaseUrl, heartbeat, live, log, ports, processId } = options
  const limits = {
    maxConcurrency: { default: config.workflowConcurrency },
    executionTimeoutMs: { default: config.executionTimeoutSeconds * 1000 },
    run: { maxSteps: config.executionMaxSteps, maxBytes: config.executionMaxMb * 1024 * 1024 },
  }
  const stoppedEffects = new Set(config.stoppedEffects)
  const nodeTypes = new Map(options.nodeTypes.map((type) => [typeKey(type.type, type.version), type]))
  const findNodeTypes = createNodeTypeFinder(nodeTypes, config.forbiddenNodes, ports)
  let runner: Runner | undefined
  let storage: ReturnType<typeof watchRunStorage> | undefined
  const runDataQuota = config.runDataQuotaMb * 1024 * 1024
  const notifier = createExecutionNotifier(runDb, live)
  const deps: ExecutionDeps = {
    db,
    intakeDb,
    log,
    live,
    limits,
    findNodeTypes,
    catalogue: options.nodeTypes,
    ports,
    processId,
    stoppedEffects,
    maxHeldCalls: config.pausedCalls,
    notifier,
    runner: () => runner,
  }
  const findPreparedVersion = createVersionCache(findNodeTypes, limits.executionTimeoutMs.default)

  const start = () => {
    storage = watchRunStorage({ db: runDb, log }, runDataQuota)
    runner = createRunner({
      databaseUrl,
      heartbeat,
      log,
      db: runDb,
      processId,
      bindPorts: ports.bindPorts,
      findPreparedVersion,
      stoppedEffects,
      defaultConcurrency: limits.maxConcurrency.default,
      limits: limits.run,
      isStorageFull: (memberId) => storage?.isFull(memberId) ?? false,
      startDue: async () => {
        await releaseHeld(runDb)
        await startDueSchedules(runDb)
        await refreshStatistics(runDb, options.effectTables)
      },
      loadRoots: async (tx, run, state, roots) => ({
        ...(await ports.loadRoots(tx, run, roots)),
        trigger: triggerRoot(run, state),
      }),
      onFailed: (tx, run, error, version) =>
        failExecution(tx, { live, familyLimits: familyLimitsOf(config) }, run, error, version),
      onAbandonedWaits: (tx, { id }) => ports.onCancelled(tx, [id]),
      onChildEnded: async (tx, { parentId }) => void (await wakeRuns(tx, [parentId])),
      notifyStatus: ({ memberId, id, workflowId }, status) =>
        notifier.notify({ memberId, id, workflowId, status }),
    })
    runner.start()
  }
  const endSuspended = defineJob('executions.end-suspended', {
    maxAttempts: 1,
    run: async (_payload, { db: jobDb }) =>
      jobDb.transaction(async (tx) => {
        const cancelled = await cancelSuspendedExecutions(tx)
        if (cancelled.length > 0)
          await ports.onCancelled(
            tx,
            cancelled.map(({ id }) => id),
          )
      }),
  })
  const stop = async () => {
    storage?.stop()
    await runner?.stop()
  }
  return {
    routes: executionRoutes(deps),
    cron: [{ job: endSuspended, schedule: '* * * * *' }, runStorageCron(live, runDataQuota)],
    retention: [
      {
        name: 'executions',
        schedule: '20 3 * * *',
        run: (tx, batch) => purgeExecutions(tx, config.executionDays, batch),
      },
    ],
    worker: { start, stop },
    close: () => notifier.close(),
    use: { simulate: (tx, caller, graph, messageId) => simulateGraph(tx, deps, caller, graph, messageId) },
  }
}
