import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { detachGraph } from '@mailwright/contract/workflow-graph/param-references'

const address = /[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi

/** Replaces mail addresses by a placeholder, outside expressions. */
const withoutAddresses = (text: string) =>
  text
    .split(/(\{\{.*?\}\})/s)
    .map((part) => (part.startsWith('{{') ? part : part.replaceAll(address, 'name@example.com')))
    .join('')

function clean(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddresses(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one)]))
}

function cleanNode({ notes: _, ...node }: GraphNode): GraphNode {
  const kept = Object.entries(node.params ?? {}).filter(([name]) => !/^(headers|query)$/.test(name))
  return { ...node, params: Object.fromEntries(kept.map(([name, value]) => [name, clean(value)])) }
}

/** A graph that can be shared with the team: without the member's own records, secrets, pinned data and notes. */
export function stripGraph(graph: Graph, catalogue: readonly NodeTypeInfo[]): Graph {
  // Tables belong to the team and stay.
  const { notes: _, ...rest } = detachGraph(graph, catalogue, ['table'])
  return { ...rest, nodes: rest.nodes.map(cleanNode) }
}
