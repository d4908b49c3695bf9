export { createExecutions, type ExecutionOptions } from './executions.slice.ts'
export {
  countOpenOfMailbox,
  type ExecutionRow,
  endOfWorkflow,
  findChild,
  findExecutionsOfMessage,
  findLast,
  purgeExecutions,
} from './executions.store.ts'
export type { ExecutionPorts, MessageHead } from './ports.ts'
export type { OwnedRun } from './run/runs.store.ts'
export { callRuns } from './run/runs.store.ts'
export { dispatchMessages, startExecutions, type Wanted } from './start-executions.ts'
