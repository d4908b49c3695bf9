import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Config } from '../../platform/config/read-config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Slice } from '../../platform/slice.ts'
import { checkGraph, type Owner } from './check-graph.ts'
import { disarmWorkflows, unpublishWorkflows, workflowsUsing } from './disarm-workflows.ts'
import type { WorkflowDeps, WorkflowLimits } from './ports.ts'
import { countPublishedWorkflows } from './usage.store.ts'
import { createValidationCache } from './validation-cache.ts'
import { workflowRoutes } from './workflows.routes.ts'

type Settings = LimitSettings & Pick<Config, 'forbiddenNodes'>

type LimitSettings = Pick<
  Config,
  'workflowConcurrency' | 'workflowConcurrencyMax' | 'executionTimeoutSeconds' | 'executionTimeoutMaxSeconds'
>

const limitsOf = (config: LimitSettings): WorkflowLimits => ({
  maxConcurrency: { default: config.workflowConcurrency, max: config.workflowConcurrencyMax },
  executionTimeoutMs: {
    default: config.executionTimeoutSeconds * 1000,
    max: config.executionTimeoutMaxSeconds * 1000,
  },
})

/** What the slice `members` needs of workflows. */
const portsForMembers = (deps: WorkflowDeps) => ({
  unpublishWorkflows: (db: Db, memberId: string) => unpublishWorkflows(db, deps, memberId),
  countPublishedWorkflows,
})

/** What the slice `mailboxes` needs of workflows. */
const portsForMailboxes = (deps: WorkflowDeps) => ({
  disarmWorkflows: (db: Db, memberId: string, mailboxId: string) =>
    disarmWorkflows(db, deps, memberId, mailboxId),
  workflowsUsing: (db: Db, memberId: string, mailboxId: string) =>
    workflowsUsing(db, deps, memberId, mailboxId),
})

/** What the slice `analyzer` needs of workflows. */
const portsForAnalyzer = (deps: WorkflowDeps) => ({
  /** What validation says about a graph of the member. */
  findIssues: (db: Db, owner: Owner, graph: Graph) => checkGraph(db, deps, owner, graph),
})

type WorkflowsSlice = Slice & {
  forAnalyzer: ReturnType<typeof portsForAnalyzer>
  forMembers: ReturnType<typeof portsForMembers>
  forMailboxes: ReturnType<typeof portsForMailboxes>
}

export function createWorkflows({
  config,
  catalogue,
  live,
  origin,
  ports,
}: Omit<WorkflowDeps, 'limits' | 'forbiddenNodes' | 'validate'> & { config: Settings }): WorkflowsSlice {
  const deps: WorkflowDeps = {
    catalogue,
    live,
    origin,
    ports,
    limits: limitsOf(config),
    validate: createValidationCache(catalogue),
    forbiddenNodes: new Set(config.forbiddenNodes),
  }
  return {
    routes: workflowRoutes(deps),
    forMembers: portsForMembers(deps),
    forMailboxes: portsForMailboxes(deps),
    forAnalyzer: portsForAnalyzer(deps),
  }
}
