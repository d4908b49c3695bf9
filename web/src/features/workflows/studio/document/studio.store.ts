import { create } from 'zustand'
import type { Detail, Graph, Issue } from './graph.types.ts'
import { placed } from './tidy.ts'

/** `offline`: kept in this browser and sent when the service is back. `conflict`: somebody else saved meanwhile. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused' | 'conflict'

type Studio = {
  workflowId: string
  graph: Graph
  past: readonly Graph[]
  future: readonly Graph[]
  /** Steps and notes. */
  selection: readonly string[]
  issues: readonly Issue[]
  /** The graph as the service has it, and when it was saved there. */
  saved: Graph
  base: string | undefined
  save: SaveState
  /** Why the service did not take it. */
  refusal: string | undefined
  /** Their newer version, while one has to choose. */
  theirs: Detail | undefined
}

const emptyGraph: Graph = { id: '', workflowId: '', nodes: [], connections: [] }

export const useStudio = create<Studio>(() => ({
  workflowId: '',
  graph: emptyGraph,
  past: [],
  future: [],
  selection: [],
  issues: [],
  saved: emptyGraph,
  base: undefined,
  save: 'saved',
  refusal: undefined,
  theirs: undefined,
}))

/** When what the service has was saved: its draft, or the live version if there is none. */
export const baseOf = ({ draftVersion, publishedVersion }: Detail) =>
  (draftVersion ?? publishedVersion)?.updatedAt

const { getState, setState } = useStudio
const maxUndo = 200
const burstMs = 1_000
let burst: { key: string; at: number } | undefined

export function openDocument(detail: Detail) {
  burst = undefined
  const graph = placed(detail.graph)
  setState({
    workflowId: detail.id,
    graph,
    saved: graph,
    past: [],
    future: [],
    selection: [],
    issues: detail.validation.issues,
    base: baseOf(detail),
    save: 'saved',
    refusal: undefined,
    theirs: undefined,
  })
}

/** Changes the graph. Changes with the same key in quick succession, such as typing or dragging, are undone together. */
export function edit(change: (graph: Graph) => Graph, key?: string) {
  const { graph, past, save } = getState()
  const next = change(graph)
  if (next === graph) return
  const now = Date.now()
  const continues = key !== undefined && burst?.key === key && now - burst.at < burstMs
  burst = key === undefined ? undefined : { key, at: now }
  setState({
    graph: next,
    past: continues ? past : [...past, graph].slice(-maxUndo),
    future: [],
    save: save === 'conflict' ? save : 'unsaved',
  })
}

const present = (graph: Graph, ids: readonly string[]) => {
  const known = new Set([...graph.nodes, ...(graph.notes ?? [])].map(({ id }) => id))
  return ids.filter((id) => known.has(id))
}

const show = (graph: Graph, past: readonly Graph[], future: readonly Graph[]) => {
  const { selection, save } = getState()
  burst = undefined
  setState({
    graph,
    past,
    future,
    selection: present(graph, selection),
    save: save === 'conflict' ? save : 'unsaved',
  })
}

export function undo() {
  const { graph, past, future } = getState()
  const last = past.at(-1)
  if (last) show(last, past.slice(0, -1), [graph, ...future])
}

export function redo() {
  const { graph, past, future } = getState()
  const [next, ...rest] = future
  if (next) show(next, [...past, graph], rest)
}

/** Shows a graph of somebody else or of another version; undo leads back to one's own. */
export function replaceGraph(detail: Detail) {
  const { graph, past, selection } = getState()
  const next = placed(detail.graph)
  burst = undefined
  setState({
    graph: next,
    saved: next,
    past: [...past, graph],
    future: [],
    selection: present(detail.graph, selection),
    issues: detail.validation.issues,
    base: baseOf(detail),
    save: 'saved',
    refusal: undefined,
    theirs: undefined,
  })
}

export const select = (ids: readonly string[]) => {
  const { selection } = getState()
  if (ids.length === selection.length && ids.every((id, index) => id === selection[index])) return
  setState({ selection: ids })
}
