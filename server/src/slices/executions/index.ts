export { admitDescendants, familyLimitsOf } from './admit-descendants.ts'
export { createMailDispatch } from './dispatch-mail.ts'
export { createExecutions } from './executions.slice.ts'
export {
  countOpenByMailbox,
  findChild,
  findExecutionsOfMessage,
  findLatest,
  ownsExecution,
} from './executions.store.ts'
export { headlineOf } from './headline.ts'
export { cancelMemberExecutions, cancelWorkflowExecutions } from './run/run-end.store.ts'
export type { OwnedRun } from './run/runs.store.ts'
export { wakeRuns } from './run/runs.store.ts'
export { findTriggerTypes } from './start.store.ts'
export { startExecutions } from './start-executions.ts'
