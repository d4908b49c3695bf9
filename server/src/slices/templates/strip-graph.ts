import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'

const personal = new Set(['mailbox', 'connection', 'workflow', 'signature', 'folder'])
const address = /[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi

/** Addresses of people become an address of nobody; expressions stay as they are. */
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

function cleanNode(node: GraphNode, info: NodeTypeInfo | undefined): GraphNode {
  const kept = Object.entries(node.params ?? {}).filter(
    ([name]) => !personal.has(info?.fields[name]?.refersTo ?? '') && !/^(headers|query)$/.test(name),
  )
  const { notes: _, ...rest } = node
  return { ...rest, params: Object.fromEntries(kept.map(([name, value]) => [name, clean(value)])) }
}

/** A graph that others may have: without what belongs to a member, without secrets, without pinned data and notes. */
export function stripGraph(graph: Graph, catalogue: readonly NodeTypeInfo[]): Graph {
  const infoOf = ({ type, version }: GraphNode) =>
    catalogue.find((info) => info.type === type && info.version === version)
  const { pins: _, notes: __, ...rest } = graph
  return { ...rest, nodes: graph.nodes.map((node) => cleanNode(node, infoOf(node))) }
}
