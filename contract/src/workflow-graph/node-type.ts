import type { Text } from '../route.ts'
import { choice, type Static, type TSchema } from '../schema.ts'
import type { RouteScope } from '../scopes.ts'
import type { ValueFault } from './check-value.ts'
import type { Languages } from './expressions/index.ts'
import type { GraphNode } from './graph.ts'

export type { Filled, Static, TObject, TSchema } from '../schema.ts'

// What the editor and the validation know about a node type. Running it is up to the server.

export const NodeGroup = choice('trigger', 'flow', 'ai', 'mail', 'human', 'data', 'external')
export type NodeGroup = Static<typeof NodeGroup>

/** The side effect of a node. Determines retry, simulation, kill switches and the risk badge. */
export const NodeEffect = choice('none', 'mailbox', 'table', 'human', 'sends', 'external')
export type NodeEffect = Static<typeof NodeEffect>

/** The kind of record that a parameter refers to, for validation and suggestions. */
export const ParamTarget = choice('table', 'connection', 'mailbox', 'workflow', 'signature', 'folder')
export type ParamTarget = Static<typeof ParamTarget>

export type ParamField = { title: Text; hint?: Text; refersTo?: ParamTarget }

/** Output ports: fixed ones, plus one per item of a list parameter, named by one of its fields. */
export type PortRule = { fixed: string[]; each?: { param: string; field: string } }

export type NodeTypeInfo = {
  type: string
  version: number
  group: NodeGroup
  title: Text
  description: Text
  effect: NodeEffect
  params: TSchema
  fields: Record<string, ParamField>
  ports: PortRule
  /** What the schema cannot say about parameters that fit it, such as how two of them relate. Any may be a template. */
  check?(params: Record<string, unknown>): ValueFault[]
  /** Fields whose text is parsed as another language: values in their templates are escaped for it. */
  languages?: Languages
  /** What it reads or changes, as the scopes that an API key needs to publish or run a graph with it. */
  scopes?: readonly RouteScope[]
  /** Handled by the engine: a loop runs its body once per item, a merge may start before all inputs have arrived. */
  structure?: 'loop' | 'merge'
  /** Replaced by a newer node type: kept for existing graphs, not offered for new ones. */
  deprecated?: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function eachPort({ each }: PortRule, params: Record<string, unknown>): string[] {
  const items = each && Object.hasOwn(params, each.param) ? params[each.param] : undefined
  if (!each || !Array.isArray(items)) return []
  return items.flatMap((item) => {
    const name = isRecord(item) && Object.hasOwn(item, each.field) ? item[each.field] : undefined
    return typeof name === 'string' ? [name] : []
  })
}

/** The output ports of a node with its current parameters. */
export const portsOf = (info: NodeTypeInfo, node: Pick<GraphNode, 'params' | 'onError'>): string[] => [
  ...info.ports.fixed,
  ...eachPort(info.ports, node.params ?? {}),
  ...(node.onError === 'errorPort' ? ['error'] : []),
]
