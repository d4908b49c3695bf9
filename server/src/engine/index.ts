export type {
  AnyNodeType,
  Data,
  Ports,
  RunFacts,
} from './define-node.ts'
export { NodeFault, PortBusy, permanent, transient } from './fault.ts'
export { createPlan, type Plan, typeKey } from './plan.ts'
export {
  RunOwnershipLost,
  type RunRecorder,
  type StepContext,
} from './run.ts'
export { type Outcome, runGraph } from './run-graph.ts'
export type { RunLimits } from './run-limits.ts'
export type { StepError, StepRecord } from './step.ts'
