import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { detachGraph } from '@mailwright/contract/workflow-graph/param-references'

// The lengths are bounded so that the work is linear in the text.
const address = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}/gi
const replaceAddresses = (text: string) => text.replaceAll(address, 'name@example.com')

/** Replaces mail addresses by a placeholder, outside expressions. */
function withoutAddresses(text: string): string {
  let cleaned = ''
  let done = 0
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', done)) {
    const close = text.indexOf('}}', open)
    if (close < 0) break
    cleaned += replaceAddresses(text.slice(done, open)) + text.slice(open, close + 2)
    done = close + 2
  }
  return cleaned + replaceAddresses(text.slice(done))
}

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
