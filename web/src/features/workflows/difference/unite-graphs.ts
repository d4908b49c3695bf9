import { portsOf } from '../studio/document/edits.ts'
import {
  type Connection,
  type Graph,
  type Position,
  type Step,
  stepSize,
} from '../studio/document/graph.types.ts'
import { tidyPlaces } from '../studio/document/tidy.ts'
import type { Catalogue } from '../studio/node-types.tsx'
import { connectionKey, type GraphChange } from './diff-graphs.ts'

export type Mark = 'added' | 'removed' | 'changed' | 'same'
export type UnitedStep = { step: Step; mark: Mark; position: Position; ports: readonly string[] }
export type UnitedConnection = { connection: Connection; mark: Mark }

const overlap = (a: Position, b: Position) =>
  Math.abs(a.x - b.x) < stepSize.width && Math.abs(a.y - b.y) < stepSize.height

/** Where the author put the steps, unless some have no place or lie on each other: what was removed often made room for what was added. */
function placesOf(graph: Graph): ReadonlyMap<string, Position> {
  const own = graph.nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : []))
  const isClear = own.every(([, one], at) => own.slice(at + 1).every(([, other]) => !overlap(one, other)))
  return own.length === graph.nodes.length && isClear ? new Map(own) : tidyPlaces(graph)
}

/** Both graphs as one: what was removed stays in it, marked. */
export function uniteGraphs(
  before: Graph,
  after: Graph,
  changes: readonly GraphChange[],
  catalogue: Catalogue,
) {
  const marks = new Map<string, Mark>()
  const edgeMarks = new Map<string, Mark>()
  for (const change of changes) {
    if ('step' in change) marks.set(change.step.id, change.kind)
    if ('connection' in change)
      edgeMarks.set(connectionKey(change.connection), change.kind === 'connected' ? 'added' : 'removed')
  }
  const isRemoved = (mark: Mark | undefined) => mark === 'removed'
  const nodes = [...after.nodes, ...before.nodes.filter(({ id }) => isRemoved(marks.get(id)))]
  const connections = [
    ...after.connections,
    ...before.connections.filter((one) => isRemoved(edgeMarks.get(connectionKey(one)))),
  ]
  const places = placesOf({ ...after, nodes, connections })
  const earlier = new Map(before.nodes.map((step) => [step.id, step]))
  const steps = nodes.map((step): UnitedStep => {
    const type = catalogue.get(step.type)
    const old = earlier.get(step.id)
    const used = connections.flatMap(({ from, output }) => (from === step.id ? [output] : []))
    return {
      step,
      mark: marks.get(step.id) ?? 'same',
      position: places.get(step.id) ?? { x: 0, y: 0 },
      ports: [
        ...new Set([...portsOf(type, step), ...(old ? portsOf(catalogue.get(old.type), old) : []), ...used]),
      ],
    }
  })
  return {
    steps,
    connections: connections.map(
      (connection): UnitedConnection => ({
        connection,
        mark: edgeMarks.get(connectionKey(connection)) ?? 'same',
      }),
    ),
  }
}
