export { claimDueSchedules } from './claim-schedules.ts'
export { createDraft } from './create-workflow.ts'

export type {
  FindKnown,
  WorkflowLimits,
  WorkflowPorts,
} from './ports.ts'
export { findTriggers, findTriggersOf, findWebhookTrigger, type Trigger } from './triggers.store.ts'
export { findAnyWorkflow, findOwnWorkflow, findPublishedUsers } from './usage.store.ts'
export { findVersion } from './versions.store.ts'
export { createWorkflows, workflowsOfMailboxes, workflowsOfMembers } from './workflows.slice.ts'
