import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { AnyNodeType } from './define-node.ts'
import { type NodeParams, readParams } from './params.ts'

export type Edge = { from: string; port: string; to: string }

export type PlanNode = { node: GraphNode; type: AnyNodeType | undefined; params: NodeParams; out: Edge[] }

/** Nodes walked together: those after a trigger, or the body of a loop. */
export type Block = {
  nodes: ReadonlySet<string>
  /** Number of connections to each node from within the block. */
  incoming: ReadonlyMap<string, number>
}

export type Plan = {
  nodes: ReadonlyMap<string, PlanNode>
  /** Root names used by expressions: only their values are loaded. */
  roots: ReadonlySet<string>
  blockAfter(triggerNodeId: string): Block
  loopBody(loopNodeId: string): Block & { entries: Edge[] }
  pins: Graph['pins']
}

export const typeKey = (type: string, version: number) => `${type}@${version}`

const isLoop = (node: PlanNode | undefined) => node?.type?.structure === 'loop'

/** All nodes that follow from the given ones, without the bodies of loops. */
function reachableFrom(
  nodes: Map<string, PlanNode>,
  from: string[],
  excluded: string | undefined,
): Set<string> {
  const found = new Set<string>()
  const next = [...from]
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const node = nodes.get(id)
    if (id === excluded || found.has(id) || !node) continue
    found.add(id)
    for (const edge of node.out) if (!isLoop(node) || edge.port !== 'item') next.push(edge.to)
  }
  return found
}

function blockOf(nodes: Map<string, PlanNode>, members: Set<string>, entries: Edge[]): Block {
  const incoming = new Map<string, number>()
  const count = ({ to }: Edge) => incoming.set(to, (incoming.get(to) ?? 0) + 1)
  for (const id of members) {
    const node = nodes.get(id)
    for (const edge of node?.out ?? [])
      if (members.has(edge.to) && !(isLoop(node) && edge.port === 'item')) count(edge)
  }
  entries.forEach(count)
  return { nodes: members, incoming }
}

const memoize = <T>(make: (id: string) => T) => {
  const known = new Map<string, T>()
  return (id: string) => {
    const found = known.get(id) ?? make(id)
    known.set(id, found)
    return found
  }
}

/** Prepares a graph for walking, once per version. */
export function createPlan(graph: Graph, types: ReadonlyMap<string, AnyNodeType>): Plan {
  const nodes = new Map<string, PlanNode>()
  const roots = new Set<string>()
  for (const node of graph.nodes) {
    const type = types.get(typeKey(node.type, node.version))
    const params = readParams(type, node.params ?? {})
    for (const root of params.roots) roots.add(root)
    nodes.set(node.id, { node, type, params, out: [] })
  }
  for (const { from, output, to, kind } of graph.connections)
    if (kind !== 'service' && nodes.has(to)) nodes.get(from)?.out.push({ from, port: output, to })
  return {
    nodes,
    roots,
    pins: graph.pins,
    blockAfter: memoize((id) => blockOf(nodes, reachableFrom(nodes, [id], undefined), [])),
    loopBody: memoize((id) => {
      const entries = nodes.get(id)?.out.filter(({ port }) => port === 'item') ?? []
      const members = reachableFrom(
        nodes,
        entries.map(({ to }) => to),
        id,
      )
      return { ...blockOf(nodes, members, entries), entries }
    }),
  }
}
