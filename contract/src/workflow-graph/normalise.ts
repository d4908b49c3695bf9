import type { Graph, GraphNode, GraphNote } from './graph.ts'

const fillNode = (node: GraphNode): GraphNode => ({
  ...node,
  params: node.params ?? {},
  onError: node.onError ?? 'fail',
})

const fillNote = (note: GraphNote): GraphNote => ({
  ...note,
  text: note.text ?? '',
  size: note.size ?? { width: 240, height: 160 },
  color: note.color ?? 'jaune',
})

/** The graph as stored: with the id of its workflow, and the defaults of nodes and notes filled in. */
export const normaliseGraph = (graph: Graph, workflowId: string): Graph => ({
  ...graph,
  workflowId,
  nodes: graph.nodes.map(fillNode),
  ...(graph.notes ? { notes: graph.notes.map(fillNote) } : {}),
})

export const emptyGraph = (workflowId: string): Graph => ({
  id: workflowId,
  workflowId,
  nodes: [],
  connections: [],
})
