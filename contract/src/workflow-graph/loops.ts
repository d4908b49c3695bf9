import { buildFlow, type Edge, type Flow, reachableFrom } from './flow.ts'
import type { Graph } from './graph.ts'
import type { NodeTypeInfo } from './node-type.ts'

export type LoopBodies = Map<string, Set<string>>

const isLoop = (flow: Flow, id: string) => {
  const node = flow.nodes.get(id)
  return node !== undefined && flow.infoOf(node)?.structure === 'loop'
}

/** The nodes that the `item` port leads to, up to the loop itself and the loops around it. */
function bodyOf(flow: Flow, loop: string, around: ReadonlySet<string>) {
  const ends = (id: string) => id === loop || around.has(id)
  const starts = flow.out(loop).filter((edge) => edge.output === 'item')
  const body = reachableFrom(
    starts.map((edge) => edge.to),
    (id) => flow.out(id).map((edge) => edge.to),
    ends,
  )
  for (const id of body) if (ends(id)) body.delete(id)
  return body
}

/** Orders loops by breadth-first discovery from the starts: of two that lead to each other, the outer one is first. */
function discoveryOrder(flow: Flow, loops: readonly string[]) {
  const starts = [...flow.nodes.keys()].filter((id) => flow.into(id).length === 0)
  const order = new Map<string, number>()
  const seen = new Set<string>(starts)
  const queue = [...starts]
  for (let at = 0; at < queue.length; at++) {
    const id = queue[at] ?? ''
    if (isLoop(flow, id)) order.set(id, order.size)
    for (const { to } of flow.out(id)) {
      if (!seen.has(to)) queue.push(to)
      seen.add(to)
    }
  }
  for (const id of loops) if (!order.has(id)) order.set(id, order.size)
  return (a: string, b: string) => (order.get(a) ?? 0) < (order.get(b) ?? 0)
}

export function findLoopBodies(flow: Flow): LoopBodies {
  const loops = [...flow.nodes.keys()].filter((id) => isLoop(flow, id))
  const reached = new Map(loops.map((id) => [id, bodyOf(flow, id, new Set())]))
  const isBefore = discoveryOrder(flow, loops)
  const bodies: LoopBodies = new Map()
  for (const loop of loops) {
    const around = loops.filter(
      (other) =>
        other !== loop &&
        reached.get(loop)?.has(other) &&
        reached.get(other)?.has(loop) &&
        isBefore(other, loop),
    )
    bodies.set(
      loop,
      around.length === 0 ? (reached.get(loop) ?? new Set()) : bodyOf(flow, loop, new Set(around)),
    )
  }
  return bodies
}

/** The body of each loop: the nodes that its `item` port leads to. */
export const loopBodies = (graph: Graph, catalogue: readonly NodeTypeInfo[]): LoopBodies =>
  findLoopBodies(buildFlow(graph, catalogue))

/** A connection from a body back to its loop ends an iteration. It is the only cycle allowed. */
export const isBackEdge = (bodies: LoopBodies, { from, to }: Edge) => bodies.get(to)?.has(from) === true
