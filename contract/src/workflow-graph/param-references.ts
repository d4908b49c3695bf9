import { isTemplate } from './check-value.ts'
import { catalogueIndex } from './flow.ts'
import type { Graph, GraphNode } from './graph.ts'
import type { NodeTypeInfo, ParamTarget } from './node-type.ts'

type Path = (string | number)[]

/** A parameter that refers to a record outside the graph, such as a table or a mailbox. */
export type ParamReference = { node: GraphNode; target: ParamTarget; value: string; path: Path }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The texts at a field such as `rows.table`, across lists; a template in place of a group of fields counts too. */
function textsAt(value: unknown, field: readonly string[], path: Path): { value: string; path: Path }[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => textsAt(one, field, [...path, i]))
  const [first, ...rest] = field
  if (typeof value === 'string')
    return value !== '' && (first === undefined || isTemplate(value)) ? [{ value, path }] : []
  if (first === undefined) return []
  return isRecord(value) && Object.hasOwn(value, first) ? textsAt(value[first], rest, [...path, first]) : []
}

/** The references of one node, templates included, with paths relative to its parameters. */
export const allReferencesOfNode = (info: NodeTypeInfo, node: GraphNode): ParamReference[] =>
  Object.entries(info.fields).flatMap(([field, { refersTo: target }]) =>
    target
      ? textsAt(node.params ?? {}, field.split('.'), []).map((found) => ({ node, target, ...found }))
      : [],
  )

/** The references of one node. Skips templates, whose value is known only at run time. */
export const referencesOfNode = (info: NodeTypeInfo, node: GraphNode): ParamReference[] =>
  allReferencesOfNode(info, node).filter(({ value }) => !isTemplate(value))

/** All references of the graph to records outside it. */
export function paramReferences(graph: Graph, catalogue: readonly NodeTypeInfo[]): ParamReference[] {
  const infoOf = catalogueIndex(catalogue)
  return graph.nodes.flatMap((node) => {
    const info = infoOf(node)
    return info ? referencesOfNode(info, node) : []
  })
}

/** A copy of the value without the field. */
function without(value: unknown, field: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, field))
  const [first, ...rest] = field
  if (first === undefined || !isRecord(value) || !Object.hasOwn(value, first)) return value
  if (rest.length > 0) return { ...value, [first]: without(value[first], rest) }
  const { [first]: _, ...others } = value
  return others
}

/**
 * Makes a graph portable: removes references to mailboxes, connections and other records of this instance, and
 * pinned outputs. Folders have the same names everywhere, so they are kept by default.
 */
export function detachGraph(
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
  keptTargets: readonly ParamTarget[] = ['folder'],
): Graph {
  const infoOf = catalogueIndex(catalogue)
  const { pins: _, ...rest } = graph
  const detached = (node: GraphNode): GraphNode => {
    const fields = Object.entries(infoOf(node)?.fields ?? {})
    const bound = fields.filter(([, { refersTo }]) => refersTo && !keptTargets.includes(refersTo))
    const params = bound.reduce<unknown>(
      (value, [field]) => without(value, field.split('.')),
      node.params ?? {},
    )
    return { ...node, params: isRecord(params) ? params : {} }
  }
  return { ...rest, nodes: graph.nodes.map(detached) }
}
