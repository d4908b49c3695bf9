import { freeId } from './edits.ts'
import type { Connection, Graph, Note, Step } from './graph.types.ts'

/** A part of a workflow on the clipboard: text, so that it can be pasted into another workflow or a mail. */
type Fragment = { kind: 'mailwright.steps'; nodes: Step[]; connections: Connection[]; notes: Note[] }

export function cut(graph: Graph, ids: readonly string[]): string {
  const chosen = new Set(ids)
  const fragment: Fragment = {
    kind: 'mailwright.steps',
    nodes: graph.nodes.filter(({ id }) => chosen.has(id)),
    connections: graph.connections.filter(({ from, to }) => chosen.has(from) && chosen.has(to)),
    notes: (graph.notes ?? []).filter(({ id }) => chosen.has(id)),
  }
  return JSON.stringify(fragment)
}

export function readFragment(text: string): Fragment | undefined {
  try {
    const value = JSON.parse(text) as Partial<Fragment> | null
    if (value?.kind !== 'mailwright.steps' || !Array.isArray(value.nodes)) return undefined
    return {
      kind: 'mailwright.steps',
      nodes: value.nodes,
      connections: value.connections ?? [],
      notes: value.notes ?? [],
    }
  } catch {
    return undefined
  }
}

/** References to the copied steps follow them: `steps.find.data` becomes `steps.find2.data`. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.includes('{{')
      ? value.replaceAll(/\bsteps\.([A-Za-z0-9_-]+)/g, (all, id) =>
          names.has(id) ? `steps.${names.get(id)}` : all,
        )
      : value
  if (Array.isArray(value)) return value.map((one) => renamed(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, names)]))
}

const offset = 40

/** Adds the fragment with fresh ids, a little lower, and tells what was added. */
export function paste(graph: Graph, fragment: Fragment): { graph: Graph; ids: string[] } {
  const names = new Map<string, string>()
  let grown = graph
  const shifted = (position: { x: number; y: number } | undefined) => ({
    x: (position?.x ?? 0) + offset,
    y: (position?.y ?? 0) + offset,
  })
  for (const step of fragment.nodes) {
    const id = freeId(grown, step.type)
    names.set(step.id, id)
    grown = { ...grown, nodes: [...grown.nodes, { ...step, id, position: shifted(step.position) }] }
  }
  const added = new Set(names.values())
  const nodes = grown.nodes.map((step) =>
    added.has(step.id)
      ? { ...step, params: renamed(step.params, names) as NonNullable<Step['params']> }
      : step,
  )
  const connections = fragment.connections.flatMap((one) => {
    const [from, to] = [names.get(one.from), names.get(one.to)]
    return from && to ? [{ ...one, from, to }] : []
  })
  const notes = fragment.notes.map((note) => ({
    ...note,
    id: `note_${Math.random().toString(36).slice(2, 10)}`,
    position: shifted(note.position),
  }))
  return {
    graph: {
      ...grown,
      nodes,
      connections: [...grown.connections, ...connections],
      ...(notes.length > 0 && { notes: [...(grown.notes ?? []), ...notes] }),
    },
    ids: [...added, ...notes.map(({ id }) => id)],
  }
}
