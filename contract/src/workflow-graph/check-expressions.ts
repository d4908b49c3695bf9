import {
  compileParams,
  type JsonPath,
  type ParamReference,
  type RawUse,
  rawUsesOfParams,
  referencesOfParams,
} from './expressions/index.ts'
import type { Flow } from './flow.ts'
import type { GraphNode } from './graph.ts'
import { type Issue, issue, localized, quoted } from './issue.ts'
import type { LoopBodies } from './loops.ts'
import { createUpstreamCheck } from './upstream.ts'

type Where = { nodeId: string; path: JsonPath }

const unknownStep = (id: string, where: Where) =>
  issue(
    'node.unknown_step',
    localized(
      `This refers to step ${quoted(id)}, which does not exist.`,
      `Ceci fait référence à l'étape ${quoted(id)}, qui n'existe pas.`,
    ),
    where,
  )

const notUpstream = (node: GraphNode, other: GraphNode, where: Where) =>
  issue(
    'node.step_not_upstream',
    localized(
      `${quoted(node.name)} refers to ${quoted(other.name)}, which does not run before it.`,
      `${quoted(node.name)} fait référence à ${quoted(other.name)}, qui ne s'exécute pas avant lui.`,
    ),
    where,
  )

const notInLoop = (node: GraphNode, where: Where) =>
  issue(
    'node.not_in_loop',
    localized(
      `${quoted(node.name)} refers to \`loop\` but is not inside a loop.`,
      `${quoted(node.name)} fait référence à \`loop\` mais ne se trouve pas dans une boucle.`,
    ),
    where,
  )

const rawUse = (node: GraphNode, { isEffective }: RawUse, where: Where) =>
  isEffective
    ? issue(
        'node.raw_value',
        localized(
          `${quoted(node.name)} inserts a value without escaping it (raw): whoever wrote the value can change more than a text. HTML can contain links, for example.`,
          `${quoted(node.name)} insère une valeur sans l'échapper (raw) : la personne qui l'a écrite peut modifier plus qu'un texte. Du HTML peut contenir des liens, par exemple.`,
        ),
        where,
      )
    : issue(
        'node.raw_ignored',
        localized(
          `${quoted(node.name)} uses raw inside an expression. It only has an effect as the last function: {{ value | raw }}.`,
          `${quoted(node.name)} utilise raw à l'intérieur d'une expression. Cette fonction n'a d'effet qu'en dernier : {{ value | raw }}.`,
        ),
        where,
      )

/** Further issues of a node would not be shown. */
const maxNodeIssues = 100

/** Checks the {{ }} expressions of a node: their syntax, and that the steps they read run before the node. */
export function createExpressionCheck(flow: Flow, bodies: LoopBodies) {
  const isUpstream = createUpstreamCheck(flow, bodies)
  const looped = new Set([...bodies.values()].flatMap((body) => [...body]))

  const checkReference = (node: GraphNode, { root, path }: ParamReference, where: Where): Issue[] => {
    if (root === 'loop') return looped.has(node.id) ? [] : [notInLoop(node, where)]
    const [id] = path
    if (root !== 'steps' || id === undefined) return []
    const other = flow.nodes.get(String(id))
    if (!other) return [unknownStep(String(id), where)]
    return isUpstream(other.id, node.id) ? [] : [notUpstream(node, other, where)]
  }

  return (node: GraphNode, index: number): Issue[] => {
    // Disabled nodes do not run, and the parameters of unknown types cannot be checked.
    const info = flow.infoOf(node)
    if (node.disabled || !info) return []
    const at = (field: JsonPath): Where => ({ nodeId: node.id, path: ['nodes', index, 'params', ...field] })
    const compiled = compileParams(node.params ?? {}, info.languages)
    const issues = compiled.faults
      .slice(0, maxNodeIssues)
      .map((fault) => issue('node.expression_invalid', fault.message, at(fault.path)))
    for (const one of referencesOfParams(compiled)) {
      if (issues.length >= maxNodeIssues) break
      issues.push(...checkReference(node, one, at(one.field)))
    }
    const raw = rawUsesOfParams(compiled).slice(0, maxNodeIssues)
    return [...issues, ...raw.map((use) => rawUse(node, use, at(use.field)))]
  }
}
