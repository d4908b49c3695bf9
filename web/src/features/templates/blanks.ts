import type { ParamTarget } from '@mailwright/contract/workflow-graph/node-type'
import type { Graph, NodeType } from './templates.queries.ts'

/** Something that a template cannot know: a record of one's own, or an address. */
export type Blank = {
  id: string
  nodeId: string
  step: string
  param: string
  title: string
  target: ParamTarget | undefined
  placeholder: string
}

type Schema = { required?: string[]; properties?: Record<string, { type?: string }> }

const isPlaceholder = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('{{') && /@example\.(com|org|net)\b/.test(value)

function blanksOf(node: Graph['nodes'][number], type: NodeType): Blank[] {
  const params = (node.params ?? {}) as Record<string, unknown>
  const { required = [], properties = {} } = type.params as Schema
  return Object.keys(properties).flatMap((param): Blank[] => {
    const field = type.fields[param]
    const value = params[param]
    const target = field?.refersTo
    const isMissing = target && properties[param]?.type === 'string' && required.includes(param) && !value
    if (!isMissing && !isPlaceholder(value)) return []
    return [
      {
        id: `${node.id}.${param}`,
        nodeId: node.id,
        step: node.name,
        param,
        title: field?.title ?? param,
        target: isMissing ? target : undefined,
        placeholder: typeof value === 'string' ? value : '',
      },
    ]
  })
}

/** What has to be filled in before the graph can run. */
export const findBlanks = (graph: Graph, types: ReadonlyMap<string, NodeType>): Blank[] =>
  graph.nodes.flatMap((node) => {
    const type = types.get(node.type)
    return type ? blanksOf(node, type) : []
  })

/** The graph with the answers; what was left empty stays as it was. */
export const fillBlanks = (
  graph: Graph,
  blanks: readonly Blank[],
  answers: Readonly<Record<string, string>>,
): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const own = blanks.filter((blank) => blank.nodeId === node.id && answers[blank.id]?.trim())
    if (own.length === 0) return node
    const filled = Object.fromEntries(own.map(({ param, id }) => [param, answers[id]?.trim()]))
    return { ...node, params: { ...node.params, ...filled } }
  }),
})
