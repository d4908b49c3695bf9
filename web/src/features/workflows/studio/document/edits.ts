import {
  type Connection,
  type Graph,
  type NodeType,
  type Note,
  type Position,
  type Step,
  stepSize,
} from './graph.types.ts'

// Every change of a workflow is a function from one graph to the next; the old one stays as it is, for undo.

const words = (type: string) => type.split('.').at(-1) ?? 'step'

/** A short name for expressions: `classify`, `classify2`. */
export function freeId(graph: Graph, type: string): string {
  const base = words(type).replaceAll(/[^A-Za-z0-9_]/g, '_')
  const used = new Set(graph.nodes.map(({ id }) => id))
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}${count}`
    if (!used.has(id)) return id
  }
}

export const portsOf = (type: NodeType | undefined, step: Step): string[] => {
  if (!type) return []
  const { fixed, each } = type.ports
  const items = each ? (step.params as Record<string, unknown> | undefined)?.[each.param] : undefined
  const more = Array.isArray(items)
    ? items.map((item) => (item as Record<string, unknown> | null)?.[each?.field ?? ''])
    : []
  // Named outputs first, what remains for everything else last.
  const named = more.filter((name): name is string => typeof name === 'string' && name !== '')
  return [...new Set([...named, ...fixed, ...(step.onError === 'errorPort' ? ['error'] : [])])]
}

/** Defaults of the type's parameters, so that the form shows what will happen. */
function defaultsOf(type: NodeType): Record<string, unknown> {
  const { properties = {} } = type.params as { properties?: Record<string, { default?: unknown }> }
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, structuredClone(schema.default)]],
    ),
  )
}

const isTaken = (graph: Graph, { x, y }: Position) =>
  graph.nodes.some(
    ({ position }) =>
      position &&
      Math.abs(position.x - x) < stepSize.width + 16 &&
      Math.abs(position.y - y) < stepSize.height + 16,
  )

/** Below the step that it follows, beside whatever is there already. */
function freePlace(graph: Graph, after: Step | undefined): Position {
  const lowest = Math.max(-110, ...graph.nodes.map(({ position }) => position?.y ?? 0))
  const start = after?.position
    ? { x: after.position.x, y: after.position.y + 110 }
    : { x: 0, y: lowest + 110 }
  const place = { ...start }
  while (isTaken(graph, place)) place.x += stepSize.width + 40
  return place
}

const same = (a: Connection, b: Connection) => a.from === b.from && a.output === b.output && a.to === b.to

/** Connections that make no sense are left out: into a trigger, to itself, twice. */
export function canConnect(graph: Graph, connection: Connection): boolean {
  const target = graph.nodes.find(({ id }) => id === connection.to)
  if (!target || target.type.startsWith('trigger.') || connection.from === connection.to) return false
  return !graph.connections.some((one) => same(one, connection))
}

export const connect = (graph: Graph, connection: Connection): Graph =>
  canConnect(graph, connection) ? { ...graph, connections: [...graph.connections, connection] } : graph

export const disconnect = (graph: Graph, gone: readonly Connection[]): Graph => ({
  ...graph,
  connections: graph.connections.filter((one) => !gone.some((other) => same(one, other))),
})

type Added = { graph: Graph; id: string }

/** Adds a step. With `after` it is connected to that output, and takes over what was connected to it. */
export function addStep(
  graph: Graph,
  type: NodeType,
  { at, after }: { at?: Position; after?: { step: Step; output: string } | undefined } = {},
): Added {
  const id = freeId(graph, type.type)
  const isTrigger = type.group === 'trigger'
  const step: Step = {
    id,
    type: type.type,
    version: type.version,
    name: freeName(graph, type.title),
    params: defaultsOf(type),
    onError: 'fail',
    position: at ?? freePlace(graph, isTrigger ? undefined : after?.step),
  }
  const grown: Graph = { ...graph, nodes: [...graph.nodes, step] }
  if (!after || isTrigger) return { graph: grown, id }
  return { graph: connect(grown, { from: after.step.id, output: after.output, to: id }), id }
}

function freeName(graph: Graph, title: string): string {
  const used = new Set(graph.nodes.map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? title : `${title} ${count}`
    if (!used.has(name)) return name
  }
}

export function remove(graph: Graph, ids: readonly string[]): Graph {
  const gone = new Set(ids)
  const { notes, pins, ...rest } = graph
  const left: Graph = {
    ...rest,
    nodes: graph.nodes.filter(({ id }) => !gone.has(id)),
    connections: graph.connections.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
  }
  if (notes) left.notes = notes.filter(({ id }) => !gone.has(id))
  if (pins) left.pins = Object.fromEntries(Object.entries(pins).filter(([id]) => !gone.has(id)))
  return left
}

export const changeStep = (graph: Graph, id: string, change: Partial<Step>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((step) => (step.id === id ? { ...step, ...change } : step)),
})

/** Without fields that have no value: the service knows absent ones only. */
export function clearStep(
  graph: Graph,
  id: string,
  field: 'retry' | 'timeoutMs' | 'notes' | 'disabled',
): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((step) => {
      if (step.id !== id) return step
      const { [field]: _, ...rest } = step
      return rest as Step
    }),
  }
}

export function move(graph: Graph, places: ReadonlyMap<string, Position>): Graph {
  const moved = <T extends Step | Note>(one: T): T => {
    const position = places.get(one.id)
    return position ? { ...one, position: { x: Math.round(position.x), y: Math.round(position.y) } } : one
  }
  return {
    ...graph,
    nodes: graph.nodes.map(moved),
    ...(graph.notes && { notes: graph.notes.map(moved) }),
  }
}

export function toggleDisabled(graph: Graph, ids: readonly string[]): Graph {
  const chosen = new Set(ids)
  const off = graph.nodes.some(({ id, disabled }) => chosen.has(id) && !disabled)
  return {
    ...graph,
    nodes: graph.nodes.map((step) => (chosen.has(step.id) ? { ...step, disabled: off } : step)),
  }
}

export function addNote(graph: Graph, position: Position): Added {
  const id = `note_${Math.random().toString(36).slice(2, 10)}`
  const note: Note = { id, text: '', position, size: { width: 220, height: 100 }, color: 'jaune' }
  return { graph: { ...graph, notes: [...(graph.notes ?? []), note] }, id }
}

export const changeNote = (graph: Graph, id: string, change: Partial<Note>): Graph => ({
  ...graph,
  notes: (graph.notes ?? []).map((note) => (note.id === id ? { ...note, ...change } : note)),
})
