import { type Edge, type Flow, reach } from './flow.ts'
import { type Issue, issue, quoted, say } from './issue.ts'
import { isBackEdge, type LoopBodies } from './loops.ts'

type Neighbours = (id: string) => string[]

/** Takes away what has nothing before it, again and again: what is left stands in circles or behind them. */
function leftovers(ids: Iterable<string>, next: Neighbours, before: Neighbours): Set<string> {
  const left = new Set(ids)
  const waitsFor = new Map([...left].map((id) => [id, before(id).length]))
  const free = [...left].filter((id) => waitsFor.get(id) === 0)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id)
    for (const to of next(id)) {
      const rest = (waitsFor.get(to) ?? 0) - 1
      waitsFor.set(to, rest)
      if (rest === 0) free.push(to)
    }
  }
  return left
}

/** The circles of the flow, each as its nodes. The way back to a loop's own start is none. */
function circlesOf(flow: Flow, bodies: LoopBodies): string[][] {
  const isForward = (edge: Edge) => !isBackEdge(bodies, edge)
  const next = (id: string) => flow.out(id).flatMap((edge) => (isForward(edge) ? [edge.to] : []))
  const before = (id: string) => flow.into(id).flatMap((edge) => (isForward(edge) ? [edge.from] : []))
  const left = leftovers(flow.nodes.keys(), next, before)
  const circles: string[][] = []
  for (const id of [...flow.nodes.keys()].filter((one) => left.has(one))) {
    if (!left.has(id)) continue
    const onwards = reach([id], (one) => next(one).filter((to) => left.has(to)))
    const back = reach([id], (one) => before(one).filter((from) => left.has(from)))
    const circle = [...onwards].filter((one) => back.has(one))
    if (circle.length > 1) circles.push(circle)
    for (const one of circle) left.delete(one)
  }
  return circles
}

export function checkCircles(flow: Flow, bodies: LoopBodies): Issue[] {
  return circlesOf(flow, bodies).map((circle) => {
    const names = circle.slice(0, 5).map((id) => quoted(flow.nodes.get(id)?.name ?? id))
    const shown = names.join(', ') + (circle.length > 5 ? ', …' : '')
    return issue(
      'graph.cycle',
      say(
        `These steps lead back to themselves: ${shown}. Only a loop may do so.`,
        `Ces étapes reviennent sur elles-mêmes : ${shown}. Seule une boucle le peut.`,
      ),
      { nodeId: circle[0] ?? '' },
    )
  })
}

const triggersOf = (flow: Flow) =>
  [...flow.nodes.values()].filter((node) => flow.infoOf(node)?.group === 'trigger')

/** Something must start the workflow, and everything else should follow from it. */
export function checkStart(flow: Flow): Issue[] {
  const starts = triggersOf(flow).filter((node) => !node.disabled)
  if (starts.length === 0)
    return [
      issue(
        'graph.no_trigger',
        say(
          'Nothing starts this workflow: add a trigger.',
          'Rien ne démarre ce workflow : ajoutez un déclencheur.',
        ),
      ),
    ]
  const reached = reach(
    starts.map((node) => node.id),
    (id) => flow.out(id).map((edge) => edge.to),
  )
  return [...flow.nodes.values()]
    .filter((node) => !reached.has(node.id) && !node.disabled && flow.infoOf(node)?.group !== 'trigger')
    .map((node) =>
      issue(
        'node.unreachable',
        say(
          `${quoted(node.name)} never runs: no trigger leads to it.`,
          `${quoted(node.name)} ne s'exécute jamais : aucun déclencheur n'y mène.`,
        ),
        { nodeId: node.id },
      ),
    )
}
