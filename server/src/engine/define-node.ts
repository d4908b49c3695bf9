import type { Filled, NodeTypeInfo, TObject } from '@mailwright/contract/workflow-graph/node-type'

export { permanent, transient } from './fault.ts'

export type Data = Record<string, unknown>

/** What a step did, described for people. */
export type Effect = { kind: string; description: string }
export type Warning = { code: string; message: string }

/** Data that came in over one connection. */
export type Input = { from: string; port: string; data: Data }

/** Ports by name. The engine only passes them on: their types are defined where they are declared and bound. */
export type Ports = Readonly<Record<string, unknown>>

/** Facts about the run for nodes; everything else reaches a node through expressions in its parameters. */
export type RunFacts = {
  executionId: string
  workflowId: string
  memberId: string
  mailboxId: string | null
  messageId: string | null
  now: string
  timeZone: string
}

export type NodeCall<P, Use = Ports> = {
  params: P
  /** The incoming data; with several inputs, keyed by node id. */
  input: Data
  inputs: Input[]
  run: RunFacts
  /** Stable across attempts of this step, for exactly-once effects. */
  key: string
  attempt: number
  use: Use
  signal: AbortSignal
}

type ResultNotes = { effects?: Effect[]; warnings?: Warning[]; llmSkipped?: boolean }

export type WaitFor = { for: 'approval' | 'time' | 'workflow'; until: string | null; ref?: string }

export type NodeResult = ResultNotes &
  (
    | { port?: string; data?: Data }
    /** Waits without occupying memory: `resume` is called once the time has come or the run is woken. */
    | { wait: WaitFor; data?: Data }
    /** Ends this branch, with the reason: the author's own words, or a known one. */
    | { stop: string | Warning; data?: Data }
    /** Ends the whole run as succeeded. */
    | { end: string; data?: Data }
  )

/** A node type whose parameters have the schema `P` and that uses the ports `U` out of `AllPorts`. */
export type NodeType<P extends TObject, AllPorts extends object, U extends keyof AllPorts> = Omit<
  NodeTypeInfo,
  'params'
> & {
  params: P
  uses?: readonly U[]
  /** Parameters in which a missing value is null and not a failure: conditions test whether something exists. */
  lenientParams?: readonly string[]
  /**
   * Whether it runs in the transaction that records its step; by default if it has an effect in our own database.
   * A node whose ports call other servers must not: they could keep the transaction open for as long as they like.
   */
  transactional?: boolean
  /**
   * For an effect of a few short statements: its transaction may be shared with steps of other runs, at the same time.
   * Steps with the same key never share one; null shares with all others. By default a step has one of its own.
   */
  batchKey?(params: Filled<P>, run: RunFacts): string | null
  /** Whether a call interrupted by a crash may be repeated. By default only effects in our own database are. */
  repeatable?(params: Filled<P>): boolean
  /** Used unless the node in the graph sets its own. */
  timeoutMs?: number
  run(call: NodeCall<Filled<P>, Pick<AllPorts, U>>): NodeResult | Promise<NodeResult>
  /** Called for a waiting step: returns the result, or `wait` again. */
  resume?(
    call: NodeCall<Filled<P>, Pick<AllPorts, U>> & { waiting: WaitFor; data: Data },
  ): NodeResult | Promise<NodeResult>
}

/** Any node type, whatever its parameters and ports. */
export type AnyNodeType = NodeType<TObject, Ports, string>

/** `defineNode` for nodes that may use the ports `AllPorts`. A node sees only the ports it declares in `uses`. */
export const nodeDefiner =
  <AllPorts extends object>() =>
  <P extends TObject, const U extends keyof AllPorts = never>(node: NodeType<P, AllPorts, U>): AnyNodeType =>
    // The engine passes parameters validated against the schema, and the declared ports.
    node as unknown as AnyNodeType
