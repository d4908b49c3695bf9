import type { Data, Input } from './define-node.ts'
import type { Scope } from './params.ts'
import type { Block, Edge } from './plan.ts'
import type { Run } from './run.ts'
import type { StepError } from './step.ts'

/** Progress of a node: connections that have not delivered yet, and what the others delivered. */
type NodeState = { pending: number; inputs: Input[]; started: boolean }

/** One walk through a block: the whole run, or one iteration of a loop. */
export type Frame = {
  run: Run
  block: Block
  path: string
  scope: Scope
  nodeStates: Map<string, NodeState>
  /** The loop this frame is an iteration of, and the data that returned to it. */
  loopNodeId: string | null
  returned: Input[]
  /** The data of the node that finished last. */
  last: Data | null
  /** Number of waiting steps. */
  waiting: number
  failure: StepError | undefined
}

export const createFrame = (
  run: Run,
  block: Block,
  path: string,
  scope: Scope,
  loopNodeId: string | null = null,
): Frame => ({
  run,
  block,
  path,
  scope,
  loopNodeId,
  returned: [],
  last: null,
  waiting: 0,
  failure: undefined,
  nodeStates: new Map(
    [...block.nodes].map((id) => [id, { pending: block.incoming.get(id) ?? 0, inputs: [], started: false }]),
  ),
})

/** Whether no further node may start in this frame. */
export const isFinished = ({ failure, run }: Frame) =>
  failure !== undefined || run.ended !== undefined || run.stop.signal.aborted

export type Walk = (frame: Frame, entries: { edge: Edge; data: Data }[]) => Promise<void>
