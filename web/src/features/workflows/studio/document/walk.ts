import type { Graph, Step } from './graph.types.ts'

const place = (step: Step | undefined) => step?.position ?? { x: 0, y: 0 }

const nearest = (steps: readonly Step[], from: Step) =>
  steps.toSorted((a, b) => Math.abs(place(a).x - place(from).x) - Math.abs(place(b).x - place(from).x))[0]

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The step that an arrow key leads to: down and up along connections, left and right to neighbours. */
export function neighbour(graph: Graph, id: string | undefined, direction: Direction): string | undefined {
  const step = graph.nodes.find((one) => one.id === id)
  if (!step) return graph.nodes.toSorted((a, b) => place(a).y - place(b).y)[0]?.id
  const of = (ids: readonly string[]) => graph.nodes.filter((one) => ids.includes(one.id))
  if (direction === 'down')
    return nearest(of(graph.connections.filter(({ from }) => from === id).map(({ to }) => to)), step)?.id
  if (direction === 'up')
    return nearest(of(graph.connections.filter(({ to }) => to === id).map(({ from }) => from)), step)?.id
  const sign = direction === 'right' ? 1 : -1
  const distance = (one: Step) => {
    const dx = (place(one).x - place(step).x) * sign
    return dx + Math.abs(place(one).y - place(step).y) * 4
  }
  return graph.nodes
    .filter((one) => (place(one).x - place(step).x) * sign > 1)
    .toSorted((a, b) => distance(a) - distance(b))[0]?.id
}

/** The steps that run before a step: those that its expressions can read. */
export function upstream(graph: Graph, id: string): Step[] {
  const found = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const { from, to } of graph.connections)
      if (to === next && !found.has(from) && from !== id) {
        found.add(from)
        waiting.push(from)
      }
  return graph.nodes.filter((one) => found.has(one.id))
}
