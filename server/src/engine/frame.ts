import type { Data, Input } from './define-node.ts'
import type { Scope } from './params.ts'
import type { Block, Edge } from './plan.ts'
import type { Run } from './run.ts'
import type { StepError } from './step.ts'

type Standing = { open: number; inputs: Input[]; begun: boolean }

/** One walk through a block: the whole run, or one iteration of a loop. */
export type Frame = {
  run: Run
  block: Block
  path: string
  scope: Scope
  standings: Map<string, Standing>
  /** The loop that this is an iteration of, and what came back to it. */
  loopNodeId: string | null
  returned: Input[]
  /** The data of the node that ended last. */
  last: Data | null
  /** How many steps wait. */
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
  standings: new Map(
    [...block.nodes].map((id) => [id, { open: block.incoming.get(id) ?? 0, inputs: [], begun: false }]),
  ),
})

/** Nothing new begins in it. */
export const isOver = ({ failure, run }: Frame) =>
  failure !== undefined || run.ended !== undefined || run.stop.signal.aborted

export type Walk = (frame: Frame, entries: { edge: Edge; data: Data }[]) => Promise<void>
