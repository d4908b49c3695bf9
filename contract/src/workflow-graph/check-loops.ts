import type { Edge, Flow } from './flow.ts'
import { type Issue, issue, localized, quoted } from './issue.ts'
import { isBackEdge, type LoopBodies } from './loops.ts'

type LoopSet = ReadonlySet<string>

const nameOf = (flow: Flow, id: string) => quoted(flow.nodes.get(id)?.name ?? id)

/** The loops whose bodies contain each node. */
function enclosingLoops(bodies: LoopBodies) {
  const byNode = new Map<string, Set<string>>()
  for (const [loop, body] of bodies)
    for (const id of body) {
      const loops = byNode.get(id) ?? new Set()
      byNode.set(id, loops.add(loop))
    }
  const none: LoopSet = new Set()
  return (id: string): LoopSet => byNode.get(id) ?? none
}

const firstNotIn = (of: LoopSet, other: LoopSet, except?: string) =>
  [...of].find((loop) => loop !== except && !other.has(loop))

const enteredFromOutside = (flow: Flow, { from, to }: Edge, loop: string) =>
  issue(
    'loop.entered_from_outside',
    localized(
      `${nameOf(flow, to)} is inside the loop ${nameOf(flow, loop)} but is also connected from ${nameOf(flow, from)}, outside the loop. Steps of a loop can only be entered through its \`item\` output.`,
      `${nameOf(flow, to)} est dans la boucle ${nameOf(flow, loop)} mais est aussi connecté depuis ${nameOf(flow, from)}, hors de la boucle. On n'entre dans une boucle que par sa sortie \`item\`.`,
    ),
    { nodeId: to },
  )

const leftLoop = (flow: Flow, { from, to }: Edge, loop: string) =>
  issue(
    'loop.left',
    localized(
      `${nameOf(flow, from)} is inside the loop ${nameOf(flow, loop)} but leads out of it, to ${nameOf(flow, to)}. Connect the steps after a loop to its \`done\` output.`,
      `${nameOf(flow, from)} est dans la boucle ${nameOf(flow, loop)} mais en sort, vers ${nameOf(flow, to)}. Connectez la suite d'une boucle à sa sortie \`done\`.`,
    ),
    { nodeId: from },
  )

function checkEdge(
  flow: Flow,
  bodies: LoopBodies,
  loopsAround: (id: string) => LoopSet,
  edge: Edge,
): Issue[] {
  const [from, to] = [loopsAround(edge.from), loopsAround(edge.to)]
  // Entering the loop's own body and returning to the loop each cross one level, which is allowed.
  const entering = edge.output === 'item' && bodies.has(edge.from) ? edge.from : undefined
  const returning = isBackEdge(bodies, edge) ? edge.to : undefined
  const into = firstNotIn(to, from, entering)
  if (into !== undefined) return [enteredFromOutside(flow, edge, into)]
  const outOf = firstNotIn(from, to, returning)
  return outOf === undefined ? [] : [leftLoop(flow, edge, outOf)]
}

const isEmpty = (flow: Flow, loop: string) => !flow.out(loop).some((edge) => edge.output === 'item')

/** A body is entered through `item` only and has no way out; nested loops are contained entirely. */
export function checkLoops(flow: Flow, bodies: LoopBodies): Issue[] {
  const loopsAround = enclosingLoops(bodies)
  const empty = [...bodies.keys()]
    .filter((loop) => isEmpty(flow, loop))
    .map((nodeId) =>
      issue(
        'loop.empty',
        localized(
          `The loop ${nameOf(flow, nodeId)} does nothing: its \`item\` output is not connected.`,
          `La boucle ${nameOf(flow, nodeId)} ne fait rien : sa sortie \`item\` n'est pas connectée.`,
        ),
        { nodeId },
      ),
    )
  return [...flow.edges.flatMap((edge) => checkEdge(flow, bodies, loopsAround, edge)), ...empty]
}
