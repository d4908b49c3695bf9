import type { Graph, GraphNode, GraphNote } from './graph.ts'

const fullNode = (node: GraphNode): GraphNode => ({
  ...node,
  params: node.params ?? {},
  onError: node.onError ?? 'fail',
})

const fullNote = (note: GraphNote): GraphNote => ({
  ...note,
  text: note.text ?? '',
  size: note.size ?? { width: 240, height: 160 },
  color: note.color ?? 'jaune',
})

/** The graph as it is stored: of this workflow, and with every default of its nodes and notes written out. */
export const normaliseGraph = (graph: Graph, workflowId: string): Graph => ({
  ...graph,
  workflowId,
  nodes: graph.nodes.map(fullNode),
  ...(graph.notes ? { notes: graph.notes.map(fullNote) } : {}),
})

/** A workflow that does nothing yet. */
export const emptyGraph = (workflowId: string): Graph => ({
  id: workflowId,
  workflowId,
  nodes: [],
  connections: [],
})
