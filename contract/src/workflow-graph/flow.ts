import type { Graph, GraphNode } from './graph.ts'
import type { NodeTypeInfo } from './node-type.ts'

/** One usable connection: data from an output port of one node to another. */
export type Edge = { from: string; output: string; to: string }

/** The graph as executions see it: without connections to missing nodes, to the node itself or into a trigger. */
export type Flow = {
  nodes: ReadonlyMap<string, GraphNode>
  edges: readonly Edge[]
  infoOf(node: GraphNode): NodeTypeInfo | undefined
  out(id: string): readonly Edge[]
  into(id: string): readonly Edge[]
}

const keyOf = (type: string, version: number) => `${type}@${version}`

export function catalogueIndex(catalogue: readonly NodeTypeInfo[]) {
  const byKey = new Map(catalogue.map((info) => [keyOf(info.type, info.version), info]))
  return (node: GraphNode) => byKey.get(keyOf(node.type, node.version))
}

function groupEdges(edges: readonly Edge[], key: (edge: Edge) => string) {
  const groups = new Map<string, Edge[]>()
  for (const edge of edges) {
    const one = groups.get(key(edge))
    if (one) one.push(edge)
    else groups.set(key(edge), [edge])
  }
  return (id: string): readonly Edge[] => groups.get(id) ?? []
}

const connectionKey = ({ from, output, to }: Edge) => JSON.stringify([from, output, to])

export function buildFlow(graph: Graph, catalogue: readonly NodeTypeInfo[]): Flow {
  const infoOf = catalogueIndex(catalogue)
  const nodes = new Map<string, GraphNode>()
  for (const node of graph.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node)
  const usable = graph.connections.filter(({ from, to, kind }) => {
    const target = nodes.get(to)
    return (
      kind !== 'service' && nodes.has(from) && from !== to && target && infoOf(target)?.group !== 'trigger'
    )
  })
  const edges = [
    ...new Map(
      usable.map(({ from, output, to }) => {
        const edge = { from, output, to }
        return [connectionKey(edge), edge] as const
      }),
    ).values(),
  ]
  return { nodes, edges, infoOf, out: groupEdges(edges, (e) => e.from), into: groupEdges(edges, (e) => e.to) }
}

/** The nodes that can be reached from `starts` by `next`, including the starts. */
export function reachableFrom(
  starts: Iterable<string>,
  next: (id: string) => Iterable<string>,
  stop?: (id: string) => boolean,
) {
  const seen = new Set<string>()
  const waiting = [...starts]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!stop?.(id)) for (const one of next(id)) waiting.push(one)
  }
  return seen
}
