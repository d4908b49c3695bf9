import { checkConnections, checkFallbacks } from './check-connections.ts'
import { checkExpressions } from './check-expressions.ts'
import { checkCircles, checkStart } from './check-flow.ts'
import { checkLoops } from './check-loops.ts'
import { checkNodes, type Known } from './check-nodes.ts'
import { flowOf } from './flow.ts'
import type { Graph } from './graph.ts'
import { type Issue, issue, say } from './issue.ts'
import { bodiesOf } from './loops.ts'
import type { NodeTypeInfo } from './node-type.ts'

export type { Known } from './check-nodes.ts'
export type { Issue, IssueCode } from './issue.ts'

export const maxNodes = 500
const maxCharacters = 1024 * 1024
const maxIssues = 500

/** What is too large is not looked at any further. */
function checkSize(graph: Graph): Issue[] {
  if (graph.nodes.length > maxNodes)
    return [
      issue(
        'graph.too_many_nodes',
        say(
          `A workflow has at most ${maxNodes} nodes; this one has ${graph.nodes.length}.`,
          `Un workflow a au plus ${maxNodes} nœuds ; celui-ci en a ${graph.nodes.length}.`,
        ),
      ),
    ]
  if (JSON.stringify(graph).length > maxCharacters)
    return [
      issue(
        'graph.too_large',
        say('A workflow holds at most 1 MB of data.', 'Un workflow contient au plus 1 Mo de données.'),
      ),
    ]
  return []
}

const errorsFirst = (a: Issue, b: Issue) => (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1)

/** Everything that stands in the way of publishing the graph, or deserves a look; errors first, 500 at most. */
export function validateGraph(graph: Graph, catalogue: readonly NodeTypeInfo[], known: Known = {}): Issue[] {
  const tooLarge = checkSize(graph)
  if (tooLarge.length > 0) return tooLarge
  const flow = flowOf(graph, catalogue)
  const bodies = bodiesOf(flow)
  return [
    ...checkStart(flow),
    ...checkNodes(flow, graph, catalogue, known),
    ...checkConnections(flow, graph),
    ...checkCircles(flow, bodies),
    ...checkLoops(flow, bodies),
    ...checkExpressions(flow, bodies, graph),
    ...checkFallbacks(flow),
  ]
    .sort(errorsFirst)
    .slice(0, maxIssues)
}

export const isValid = (issues: readonly Issue[]) => issues.every((one) => one.severity !== 'error')
