import type { Text } from '@mailwright/contract/route'
import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { Locale } from '../../../platform/http/call.ts'
import { french } from './french.ts'

export type BuiltIn = { id: string; name: Text; description: Text; category: Text; graph: Graph }

const translated = (value: unknown): unknown => {
  if (typeof value === 'string') return french[value] ?? value
  if (Array.isArray(value)) return value.map(translated)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translated(one)]))
}

/** A built-in graph in the language of the member who looks at it or installs it. */
export const graphIn = (locale: Locale, graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    locale === 'fr'
      ? {
          ...node,
          name: french[node.name] ?? node.name,
          params: translated(node.params ?? {}) as Record<string, unknown>,
        }
      : node,
  ),
})

type Step = [type: string, name: string, params?: Record<string, unknown>, more?: Partial<GraphNode>]
type Wire = [from: string, to: string, output?: string]

/** Builds a graph laid out from top to bottom, as the studio draws it. */
export function graphOf(id: string, steps: Record<string, Step>, wires: Wire[]): Graph {
  const ids = Object.keys(steps)
  const row = new Map(ids.map((one) => [one, 0]))
  for (const [from, to] of wires) row.set(to, Math.max(row.get(to) ?? 0, (row.get(from) ?? 0) + 1))
  const columns = new Map<number, number>()
  return {
    id,
    workflowId: id,
    nodes: ids.map((one) => {
      const [type, name, params = {}, more] = steps[one] ?? ['flow.note', one]
      const y = row.get(one) ?? 0
      const x = columns.get(y) ?? 0
      columns.set(y, x + 1)
      const position = { x: x * 260, y: y * 120 }
      return { id: one, type, version: 1, name, params, onError: 'fail' as const, position, ...more }
    }),
    connections: wires.map(([from, to, output = 'main']) => ({ from, output, to })),
  }
}
