export { claimDueSchedules, type DueSchedule } from './claim-schedules.ts'
export { createDraft, type NewDraft } from './create-workflow.ts'
export { judgeGraph } from './judge-graph.ts'
export type {
  FindKnown,
  LastExecution,
  WorkflowDeps,
  WorkflowLimits,
  WorkflowPorts,
} from './ports.ts'
export { findTriggers, findTriggersOf, findWebhookTrigger, type Trigger } from './triggers.store.ts'
export { findAnyWorkflow, findOwnWorkflow, findPublishedUsers } from './usage.store.ts'
export { findVersion, type RunnableVersion } from './versions.store.ts'
export { createWorkflows, workflowsOfMailboxes, workflowsOfMembers } from './workflows.slice.ts'
