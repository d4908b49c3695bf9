import {
  anything,
  boolean,
  choice,
  free,
  integer,
  list,
  map,
  name,
  named,
  number,
  object,
  optional,
  type Static,
  string,
  text,
  withDefault,
} from '../schema.ts'

// The graph of a workflow. Defaults are filled in when a graph is saved, so a stored graph always has them.

export const NodeId = string({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

const Position = object({ x: number(), y: number() })

export const GraphNode = named(
  'GraphNode',
  object({
    id: NodeId,
    type: text(1, 128),
    version: integer(1),
    name: name(1, 200),
    params: withDefault(free(), {}),
    onError: withDefault(choice('fail', 'continue', 'errorPort'), 'fail'),
    retry: optional(object({ maxAttempts: integer(1, 10), delayMs: optional(integer(1000, 3_600_000)) })),
    timeoutMs: optional(integer(5000, 1_800_000)),
    position: optional(Position),
    disabled: optional(boolean()),
    notes: optional(text(0, 2000)),
  }),
)
export type GraphNode = Static<typeof GraphNode>

/** From an output port of one node to another node; `service` provides a tool to a node instead of data. */
export const GraphConnection = named(
  'GraphConnection',
  object({
    from: NodeId,
    output: string(),
    to: NodeId,
    input: optional(string()),
    kind: optional(choice('data', 'service')),
  }),
)
export type GraphConnection = Static<typeof GraphConnection>

/** A sticky note on the canvas. */
export const GraphNote = named(
  'GraphNote',
  object({
    id: text(1, 64),
    text: withDefault(text(0, 4000), ''),
    position: Position,
    size: withDefault(object({ width: number(120, 2000), height: number(80, 2000) }), {
      width: 240,
      height: 160,
    }),
    color: withDefault(choice('jaune', 'menthe', 'ciel', 'rose', 'lavande'), 'jaune'),
  }),
)
export type GraphNote = Static<typeof GraphNote>

/** Outputs pinned for test runs, by node id: the node does not run, its pinned output is used. */
export const GraphPins = named(
  'GraphPins',
  map(object({ output: anything(), port: optional(string()), pinnedAt: text(1, 64) }), {
    minLength: 1,
    maxLength: 64,
  }),
)
export type GraphPins = Static<typeof GraphPins>

export const Graph = named(
  'Graph',
  object({
    id: text(1, 128),
    workflowId: text(1, 128),
    nodes: list(GraphNode),
    connections: list(GraphConnection),
    notes: optional(list(GraphNote)),
    pins: optional(GraphPins),
  }),
)
export type Graph = Static<typeof Graph>
