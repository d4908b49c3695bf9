import dagre from '@dagrejs/dagre'
import { move } from './edits.ts'
import { type Graph, type Position, stepSize } from './graph.types.ts'

const rounded = (value: number) => Math.round(value / 10) * 10

/** Places the steps in rows from top to bottom, with as few crossings as possible. */
export function tidyPlaces(graph: Graph): ReadonlyMap<string, Position> {
  const layout = new dagre.graphlib.Graph({ multigraph: true })
  layout.setGraph({ rankdir: 'TB', nodesep: 44, ranksep: 60 })
  layout.setDefaultEdgeLabel(() => ({}))
  for (const { id } of graph.nodes) layout.setNode(id, { ...stepSize })
  for (const { from, output, to } of graph.connections)
    if (layout.hasNode(from) && layout.hasNode(to)) layout.setEdge(from, to, {}, output)
  dagre.layout(layout)
  return new Map(
    graph.nodes.map(({ id }) => {
      const { x = 0, y = 0 } = layout.node(id) as Partial<Position>
      return [id, { x: rounded(x - stepSize.width / 2), y: rounded(y - stepSize.height / 2) }]
    }),
  )
}

/** Graphs that were made by a program may have no places; they are laid out to be shown, and saved with the next change. */
export const placed = (graph: Graph): Graph =>
  graph.nodes.every(({ position }) => position) ? graph : move(graph, tidyPlaces(graph))
