import type { Edge, Flow } from './flow.ts'
import { type Issue, issue, quoted, say } from './issue.ts'
import { isBackEdge, type LoopBodies } from './loops.ts'

type Chain = ReadonlySet<string>

const nameOf = (flow: Flow, id: string) => quoted(flow.nodes.get(id)?.name ?? id)

/** The loops in whose bodies each node stands. */
function chainsOf(bodies: LoopBodies) {
  const chains = new Map<string, Set<string>>()
  for (const [loop, body] of bodies)
    for (const id of body) {
      const chain = chains.get(id) ?? new Set()
      chains.set(id, chain.add(loop))
    }
  const none: Chain = new Set()
  return (id: string): Chain => chains.get(id) ?? none
}

const firstOutside = (of: Chain, other: Chain, except?: string) =>
  [...of].find((loop) => loop !== except && !other.has(loop))

const entered = (flow: Flow, { from, to }: Edge, loop: string) =>
  issue(
    'loop.entered_from_outside',
    say(
      `${nameOf(flow, to)} belongs to the loop ${nameOf(flow, loop)} and is also reached from ${nameOf(flow, from)}, outside of it: a loop's steps are entered through its port \`item\` only.`,
      `${nameOf(flow, to)} appartient à la boucle ${nameOf(flow, loop)} et est aussi atteint depuis ${nameOf(flow, from)}, en dehors : on n'entre dans une boucle que par son port \`item\`.`,
    ),
    { nodeId: to },
  )

const left = (flow: Flow, { from, to }: Edge, loop: string) =>
  issue(
    'loop.left',
    say(
      `${nameOf(flow, from)} belongs to the loop ${nameOf(flow, loop)} and leads out of it, to ${nameOf(flow, to)}: what comes after a loop follows its port \`done\`.`,
      `${nameOf(flow, from)} appartient à la boucle ${nameOf(flow, loop)} et en sort, vers ${nameOf(flow, to)} : ce qui suit une boucle part de son port \`done\`.`,
    ),
    { nodeId: from },
  )

function judge(flow: Flow, bodies: LoopBodies, chainOf: (id: string) => Chain, edge: Edge): Issue[] {
  const [from, to] = [chainOf(edge.from), chainOf(edge.to)]
  // Into the body of the loop itself, or back to it: one level deeper or higher is right.
  const entering = edge.output === 'item' && bodies.has(edge.from) ? edge.from : undefined
  const returning = isBackEdge(bodies, edge) ? edge.to : undefined
  const into = firstOutside(to, from, entering)
  if (into !== undefined) return [entered(flow, edge, into)]
  const outOf = firstOutside(from, to, returning)
  return outOf === undefined ? [] : [left(flow, edge, outOf)]
}

const isEmpty = (flow: Flow, loop: string) => !flow.out(loop).some((edge) => edge.output === 'item')

/** Bodies are entered through `item` only and left by ending; one inside another is wholly inside. */
export function checkLoops(flow: Flow, bodies: LoopBodies): Issue[] {
  const chainOf = chainsOf(bodies)
  const empty = [...bodies.keys()]
    .filter((loop) => isEmpty(flow, loop))
    .map((nodeId) =>
      issue(
        'loop.empty',
        say(
          `The loop ${nameOf(flow, nodeId)} does nothing: nothing follows its port \`item\`.`,
          `La boucle ${nameOf(flow, nodeId)} ne fait rien : rien ne suit son port \`item\`.`,
        ),
        { nodeId },
      ),
    )
  return [...flow.edges.flatMap((edge) => judge(flow, bodies, chainOf, edge)), ...empty]
}
