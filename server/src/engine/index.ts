export type {
  AnyNodeType,
  Data,
  Effect,
  NodePorts,
  RunFacts,
  WaitFor,
  Warning,
} from './define-node.ts'
export { NodeFault, permanent, transient } from './fault.ts'
export { createPlan, type Plan, typeKey } from './plan.ts'
export type * from './ports.ts'
export {
  RunOwnershipLost,
  type RunRecorder,
  type RunStart,
  type StepContext,
} from './run.ts'
export { type Outcome, runGraph } from './run-graph.ts'
export { newStep, type StepError, type StepRecord } from './step.ts'
