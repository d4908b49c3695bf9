import { compileParams, type JsonPath, type ParamReference, referencesOfParams } from './expressions/index.ts'
import type { Flow } from './flow.ts'
import type { Graph, GraphNode } from './graph.ts'
import { type Issue, issue, quoted, say } from './issue.ts'
import type { LoopBodies } from './loops.ts'
import { upstreamOf } from './upstream.ts'

type Where = { nodeId: string; path: JsonPath }

const unknownStep = (id: string, where: Where) =>
  issue(
    'node.unknown_step',
    say(
      `This refers to the step ${quoted(id)}, and there is no such node.`,
      `Ceci renvoie à l'étape ${quoted(id)}, et ce nœud n'existe pas.`,
    ),
    where,
  )

const notUpstream = (node: GraphNode, other: GraphNode, where: Where) =>
  issue(
    'node.step_not_upstream',
    say(
      `${quoted(node.name)} refers to ${quoted(other.name)}, which does not run before it.`,
      `${quoted(node.name)} renvoie à ${quoted(other.name)}, qui ne s'exécute pas avant lui.`,
    ),
    where,
  )

const notInLoop = (node: GraphNode, where: Where) =>
  issue(
    'node.not_in_loop',
    say(
      `${quoted(node.name)} refers to \`loop\` and stands in none.`,
      `${quoted(node.name)} renvoie à \`loop\` et n'est dans aucune boucle.`,
    ),
    where,
  )

/** What the parameters of one node say in {{ }}: whether it can be read, and whether what it names is there by then. */
export function checkExpressions(flow: Flow, bodies: LoopBodies, graph: Graph): Issue[] {
  const isUpstream = upstreamOf(flow, bodies)
  const looped = new Set([...bodies.values()].flatMap((body) => [...body]))

  const judge = (node: GraphNode, { root, path }: ParamReference, where: Where): Issue[] => {
    if (root === 'loop') return looped.has(node.id) ? [] : [notInLoop(node, where)]
    const [id] = path
    if (root !== 'steps' || id === undefined) return []
    const other = flow.nodes.get(String(id))
    if (!other) return [unknownStep(String(id), where)]
    return isUpstream(other.id, node.id) ? [] : [notUpstream(node, other, where)]
  }

  return graph.nodes.flatMap((node, i) => {
    // What is switched off does not run, and of a type that nobody knows nothing is known.
    if (node.disabled || !flow.infoOf(node)) return []
    const at = (field: JsonPath): Where => ({ nodeId: node.id, path: ['nodes', i, 'params', ...field] })
    const compiled = compileParams(node.params ?? {})
    return [
      ...compiled.faults.map((fault) => issue('node.expression_invalid', fault.message, at(fault.path))),
      ...referencesOfParams(compiled).flatMap((one) => judge(node, one, at(one.field))),
    ]
  })
}
