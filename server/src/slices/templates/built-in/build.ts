import type { Text } from '@mailwright/contract/route'
import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'

export type BuiltIn = { id: string; name: Text; description: Text; category: Text; graph: Graph }

type Step = [type: string, name: string, params?: Record<string, unknown>, more?: Partial<GraphNode>]
type Wire = [from: string, to: string, output?: string]

/** Builds a graph laid out from left to right. */
export function graphOf(id: string, steps: Record<string, Step>, wires: Wire[]): Graph {
  const ids = Object.keys(steps)
  const column = new Map(ids.map((one) => [one, 0]))
  for (const [from, to] of wires) column.set(to, Math.max(column.get(to) ?? 0, (column.get(from) ?? 0) + 1))
  const rows = new Map<number, number>()
  return {
    id,
    workflowId: id,
    nodes: ids.map((one) => {
      const [type, name, params = {}, more] = steps[one] ?? ['flow.note', one]
      const x = column.get(one) ?? 0
      const y = rows.get(x) ?? 0
      rows.set(x, y + 1)
      const position = { x: x * 280, y: y * 160 }
      return { id: one, type, version: 1, name, params, onError: 'fail' as const, position, ...more }
    }),
    connections: wires.map(([from, to, output = 'main']) => ({ from, output, to })),
  }
}
