import type { Filled, NodeTypeInfo, TObject } from '@mailwright/contract/workflow-graph/node-type'
import type { NodePorts } from './ports.ts'

export { NodeFault, permanent, transient } from './fault.ts'
export type * from './ports.ts'

export type Data = Record<string, unknown>

/** What a step did to the world, for people to read. */
export type Effect = { kind: string; description: string }
export type Warning = { code: string; message: string }

/** What came in over one connection. */
export type Input = { from: string; port: string; data: Data }

/** Facts of the run that a node may need; all else it gets from expressions in its parameters. */
export type RunFacts = {
  executionId: string
  workflowId: string
  memberId: string
  mailboxId: string | null
  messageId: string | null
  simulated: boolean
  now: string
  timeZone: string
}

export type NodeCall<P, U extends keyof NodePorts = never> = {
  params: P
  /** The data of what came in; of several, by node id. */
  input: Data
  inputs: Input[]
  run: RunFacts
  /** The same whenever this step is tried: what it names happens once. */
  key: string
  attempt: number
  use: Pick<NodePorts, U>
  signal: AbortSignal
}

type ResultNotes = { effects?: Effect[]; warnings?: Warning[]; llmSkipped?: boolean }

export type WaitFor = { for: 'approval' | 'time' | 'workflow'; until: string | null; ref?: string }

export type NodeResult = ResultNotes &
  (
    | { port?: string; data?: Data }
    /** Waits, holding nothing: `resume` is asked when the time has come or somebody has called. */
    | { wait: WaitFor; data?: Data }
    /** The branch goes no further, and why. */
    | { stop: string; data?: Data }
    /** The whole run ends well here. */
    | { end: string; data?: Data }
  )

export type NodeType<P extends TObject = TObject, U extends keyof NodePorts = keyof NodePorts> = Omit<
  NodeTypeInfo,
  'params'
> & {
  params: P
  uses?: readonly U[]
  /** Parameters in which a missing value is null instead of a fault: conditions ask whether something is there. */
  lenientParams?: readonly string[]
  /** Whether a call cut short by a crash may be made again. Unless failure: only where the effect is in our database. */
  repeatable?(params: Filled<P>): boolean
  /** Unless the node says otherwise. */
  timeoutMs?: number
  run(call: NodeCall<Filled<P>, U>): NodeResult | Promise<NodeResult>
  /** Asked of a waiting step: the result, or `wait` again. */
  resume?(call: NodeCall<Filled<P>, U> & { waiting: WaitFor; data: Data }): NodeResult | Promise<NodeResult>
}

/** Any node type, whatever its parameters and ports. */
export type AnyNodeType = NodeType

/** One node type, one declaration. */
export const defineNode = <P extends TObject, const U extends keyof NodePorts = never>(
  node: NodeType<P, U>,
): AnyNodeType =>
  // The engine hands over parameters that it checked against the schema, and the ports that are declared.
  node as unknown as AnyNodeType
