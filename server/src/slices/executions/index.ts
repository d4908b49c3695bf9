export { createExecutions } from './executions.slice.ts'
export {
  cancelWorkflowExecutions,
  countOpenByMailbox,
  findChild,
  findExecutionsOfMessage,
  findLatest,
  purgeExecutions,
} from './executions.store.ts'

export type { OwnedRun } from './run/runs.store.ts'
export { wakeRuns } from './run/runs.store.ts'
export { dispatchMessages, type StartRequest, startExecutions } from './start-executions.ts'
