import { checkConnections, checkFallbacks } from './check-connections.ts'
import { createExpressionCheck } from './check-expressions.ts'
import { checkCycles, checkStart } from './check-flow.ts'
import { checkLoops } from './check-loops.ts'
import { checkKnown, createNodeCheck, type KnownTargets } from './check-nodes.ts'
import { createPatternBudget } from './check-text.ts'
import { buildFlow } from './flow.ts'
import type { Graph } from './graph.ts'
import { type Issue, issue, localized } from './issue.ts'
import { findLoopBodies } from './loops.ts'
import type { NodeTypeInfo } from './node-type.ts'

export type { KnownTargets as Known } from './check-nodes.ts'
export type { Issue, IssueCode } from './issue.ts'

export const maxNodes = 500
export const maxConnections = 2_000
const maxCharacters = 1024 * 1024
const maxIssues = 500

/** Graphs that are too large are neither validated any further nor run. */
export function checkSize(graph: Graph): Issue[] {
  const { nodes, connections } = graph
  if (nodes.length > maxNodes)
    return [
      issue(
        'graph.too_many_nodes',
        localized(
          `A workflow can have at most ${maxNodes} nodes; this one has ${nodes.length}.`,
          `Un workflow peut compter ${maxNodes} nœuds au plus ; celui-ci en a ${nodes.length}.`,
        ),
      ),
    ]
  if (connections.length > maxConnections)
    return [
      issue(
        'graph.too_many_connections',
        localized(
          `A workflow can have at most ${maxConnections} connections; this one has ${connections.length}.`,
          `Un workflow peut compter ${maxConnections} connexions au plus ; celui-ci en a ${connections.length}.`,
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

const tooComplex = () =>
  issue(
    'graph.too_complex',
    localized(
      'The patterns of this workflow are too large to be checked; use fewer or simpler ones.',
      'Les motifs de ce workflow sont trop grands pour être vérifiés ; utilisez-en moins ou de plus simples.',
    ),
  )

const errorsFirst = (a: Issue, b: Issue) => (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1)
const shownOf = (issues: Issue[]) => issues.sort(errorsFirst).slice(0, maxIssues)

/**
 * Validates what the graph alone determines, one node at a time, so that a caller can let other work in between.
 * Errors first, 500 issues at most.
 */
export function* validateInSteps(
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
): Generator<undefined, Issue[]> {
  const tooLarge = checkSize(graph)
  if (tooLarge.length > 0) return tooLarge
  const flow = buildFlow(graph, catalogue)
  const bodies = findLoopBodies(flow)
  const patterns = createPatternBudget()
  const issues = checkStart(flow)
  const checkNode = createNodeCheck(flow, catalogue, patterns)
  for (const [index, node] of graph.nodes.entries()) {
    issues.push(...checkNode(node, index))
    yield
  }
  if (patterns.left < 0) issues.push(tooComplex())
  issues.push(...checkConnections(flow, graph), ...checkCycles(flow, bodies), ...checkLoops(flow, bodies))
  yield
  const checkExpressions = createExpressionCheck(flow, bodies)
  for (const [index, node] of graph.nodes.entries()) {
    issues.push(...checkExpressions(node, index))
    yield
  }
  issues.push(...checkFallbacks(flow))
  return shownOf(issues)
}

const sizeCodes: readonly string[] = ['graph.too_many_nodes', 'graph.too_many_connections', 'graph.too_large']
/** Whether the issues are those of a graph that was not validated any further. */
export const isTooLarge = (issues: readonly Issue[]) => issues.some(({ code }) => sizeCodes.includes(code))

/** Adds what depends on the member to the issues of the graph itself. */
export function addKnownIssues(
  issues: readonly Issue[],
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
  known: KnownTargets,
): Issue[] {
  return isTooLarge(issues) ? [...issues] : shownOf([...issues, ...checkKnown(graph, catalogue, known)])
}

/** What prevents publishing the graph or deserves attention: errors first, 500 issues at most. */
export function validateGraph(
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
  known: KnownTargets = {},
): Issue[] {
  const steps = validateInSteps(graph, catalogue)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return addKnownIssues(value, graph, catalogue, known)
  }
}

export const isValid = (issues: readonly Issue[]) => issues.every((one) => one.severity !== 'error')
