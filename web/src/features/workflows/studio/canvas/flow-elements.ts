import type { Node } from '@xyflow/react'
import { portsOf } from '../document/edits.ts'
import { type Graph, type Note, type Step, stepSize } from '../document/graph.types.ts'
import type { Catalogue } from '../node-types.tsx'
import { handlesOf } from './ports.ts'
import type { StepData } from './step-node.tsx'

const stepNode = (step: Step, catalogue: Catalogue, isFirst: boolean, selected: boolean): Node<StepData> => {
  const type = catalogue.get(step.type)
  return {
    id: step.id,
    type: 'step',
    position: step.position ?? { x: 0, y: 0 },
    data: { step, isFirst },
    selected,
    ...stepSize,
    measured: stepSize,
    handles: handlesOf(portsOf(type, step), type?.group === 'trigger'),
  }
}

const noteSize = { width: 240, height: 160 }

const noteNode = (note: Note, selected: boolean): Node => ({
  id: note.id,
  type: 'note',
  position: note.position,
  data: { note },
  selected,
  zIndex: -1,
  ...(note.size ?? noteSize),
  measured: note.size ?? noteSize,
  handles: [],
})

type Known = { source: Step | Note; selected: boolean; isFirst: boolean; node: Node }

/** Turns the graph into what the canvas draws. What has not changed stays the same object, so it is not drawn again. */
export function createNodeList() {
  let known = new Map<string, Known>()
  let catalogueOf: Catalogue | undefined
  return (graph: Graph, catalogue: Catalogue, selection: readonly string[]): Node[] => {
    if (catalogueOf !== catalogue) known = new Map()
    catalogueOf = catalogue
    const chosen = new Set(selection)
    const next = new Map<string, Known>()
    const keep = (source: Step | Note, isFirst: boolean, create: (selected: boolean) => Node) => {
      const selected = chosen.has(source.id)
      const before = known.get(source.id)
      const isSame = before?.source === source && before.selected === selected && before.isFirst === isFirst
      next.set(source.id, isSame ? before : { source, selected, isFirst, node: create(selected) })
    }
    graph.nodes.forEach((step, index) => {
      const isFirst = index === 0 && selection.length === 0
      keep(step, isFirst, (selected) => stepNode(step, catalogue, isFirst, selected))
    })
    for (const note of graph.notes ?? []) keep(note, false, (selected) => noteNode(note, selected))
    known = next
    return [...next.values()].map(({ node }) => node)
  }
}
