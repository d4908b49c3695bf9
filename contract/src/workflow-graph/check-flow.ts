import { type Edge, type Flow, reachableFrom } from './flow.ts'
import { type Issue, issue, localized, quoted } from './issue.ts'
import { isBackEdge, type LoopBodies } from './loops.ts'

type Neighbours = (id: string) => string[]

/** Topological elimination: repeatedly removes nodes without predecessors; the rest is in or after a cycle. */
function nodesInOrAfterCycles(ids: Iterable<string>, next: Neighbours, before: Neighbours): Set<string> {
  const left = new Set(ids)
  const pendingInputs = new Map([...left].map((id) => [id, before(id).length]))
  const free = [...left].filter((id) => pendingInputs.get(id) === 0)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id)
    for (const to of next(id)) {
      const rest = (pendingInputs.get(to) ?? 0) - 1
      pendingInputs.set(to, rest)
      if (rest === 0) free.push(to)
    }
  }
  return left
}

/** The cycles of the flow, each as its nodes. A loop's back edge does not count. */
function findCycles(flow: Flow, bodies: LoopBodies): string[][] {
  const isForward = (edge: Edge) => !isBackEdge(bodies, edge)
  const next = (id: string) => flow.out(id).flatMap((edge) => (isForward(edge) ? [edge.to] : []))
  const before = (id: string) => flow.into(id).flatMap((edge) => (isForward(edge) ? [edge.from] : []))
  const left = nodesInOrAfterCycles(flow.nodes.keys(), next, before)
  const cycles: string[][] = []
  for (const id of [...flow.nodes.keys()].filter((one) => left.has(one))) {
    if (!left.has(id)) continue
    const onwards = reachableFrom([id], (one) => next(one).filter((to) => left.has(to)))
    const back = reachableFrom([id], (one) => before(one).filter((from) => left.has(from)))
    const cycle = [...onwards].filter((one) => back.has(one))
    if (cycle.length > 1) cycles.push(cycle)
    for (const one of cycle) left.delete(one)
  }
  return cycles
}

export function checkCycles(flow: Flow, bodies: LoopBodies): Issue[] {
  return findCycles(flow, bodies).map((cycle) => {
    const names = cycle.slice(0, 5).map((id) => quoted(flow.nodes.get(id)?.name ?? id))
    const shown = names.join(', ') + (cycle.length > 5 ? ', …' : '')
    return issue(
      'graph.cycle',
      localized(
        `These steps form a cycle: ${shown}. Use a loop to repeat steps.`,
        `Ces étapes forment un cycle : ${shown}. Utilisez une boucle pour répéter des étapes.`,
      ),
      { nodeId: cycle[0] ?? '' },
    )
  })
}

const triggersOf = (flow: Flow) =>
  [...flow.nodes.values()].filter((node) => flow.infoOf(node)?.group === 'trigger')

/** Requires an enabled trigger, and warns of nodes that no trigger reaches. */
export function checkStart(flow: Flow): Issue[] {
  const starts = triggersOf(flow).filter((node) => !node.disabled)
  if (starts.length === 0)
    return [
      issue(
        'graph.no_trigger',
        localized(
          'Add a trigger to start this workflow.',
          'Ajoutez un déclencheur pour démarrer ce workflow.',
        ),
      ),
    ]
  const reached = reachableFrom(
    starts.map((node) => node.id),
    (id) => flow.out(id).map((edge) => edge.to),
  )
  return [...flow.nodes.values()]
    .filter((node) => !reached.has(node.id) && !node.disabled && flow.infoOf(node)?.group !== 'trigger')
    .map((node) =>
      issue(
        'node.unreachable',
        localized(
          `${quoted(node.name)} never runs: no trigger leads to it.`,
          `${quoted(node.name)} ne s'exécute jamais : aucun déclencheur n'y mène.`,
        ),
        { nodeId: node.id },
      ),
    )
}
