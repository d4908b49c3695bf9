import { checkConnections, checkFallbacks } from './check-connections.ts'
import { checkExpressions } from './check-expressions.ts'
import { checkCycles, checkStart } from './check-flow.ts'
import { checkLoops } from './check-loops.ts'
import { checkNodes, type KnownTargets } from './check-nodes.ts'
import { buildFlow } from './flow.ts'
import type { Graph } from './graph.ts'
import { type Issue, issue, localized } from './issue.ts'
import { findLoopBodies } from './loops.ts'
import type { NodeTypeInfo } from './node-type.ts'

export type { KnownTargets as Known } from './check-nodes.ts'
export type { Issue, IssueCode } from './issue.ts'

export const maxNodes = 500
const maxCharacters = 1024 * 1024
const maxIssues = 500

/** Graphs that are too large are not validated any further. */
function checkSize(graph: Graph): Issue[] {
  if (graph.nodes.length > maxNodes)
    return [
      issue(
        'graph.too_many_nodes',
        localized(
          `A workflow can have at most ${maxNodes} nodes; this one has ${graph.nodes.length}.`,
          `Un workflow peut compter ${maxNodes} nœuds au plus ; celui-ci en a ${graph.nodes.length}.`,
        ),
      ),
    ]
  if (JSON.stringify(graph).length > maxCharacters)
    return [
      issue(
        'graph.too_large',
        localized(
          'A workflow can hold at most 1 MB of data.',
          'Un workflow peut contenir 1 Mo de données au plus.',
        ),
      ),
    ]
  return []
}

const errorsFirst = (a: Issue, b: Issue) => (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1)

/** What prevents publishing the graph or deserves attention: errors first, 500 issues at most. */
export function validateGraph(
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
  known: KnownTargets = {},
): Issue[] {
  const tooLarge = checkSize(graph)
  if (tooLarge.length > 0) return tooLarge
  const flow = buildFlow(graph, catalogue)
  const bodies = findLoopBodies(flow)
  return [
    ...checkStart(flow),
    ...checkNodes(flow, graph, catalogue, known),
    ...checkConnections(flow, graph),
    ...checkCycles(flow, bodies),
    ...checkLoops(flow, bodies),
    ...checkExpressions(flow, bodies, graph),
    ...checkFallbacks(flow),
  ]
    .sort(errorsFirst)
    .slice(0, maxIssues)
}

export const isValid = (issues: readonly Issue[]) => issues.every((one) => one.severity !== 'error')
