export { createExecutions, type ExecutionOptions } from './executions.slice.ts'
export {
  cancelWorkflowExecutions,
  countOpenByMailbox,
  type ExecutionRow,
  findChild,
  findExecutionsOfMessage,
  findLatest,
  purgeExecutions,
} from './executions.store.ts'
export type { ExecutionPorts, MessageHead } from './ports.ts'
export type { OwnedRun } from './run/runs.store.ts'
export { wakeRuns } from './run/runs.store.ts'
export { dispatchMessages, type StartRequest, startExecutions } from './start-executions.ts'
