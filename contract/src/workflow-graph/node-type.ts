import type { Text } from '../route.ts'
import { choice, type Static, type TSchema } from '../schema.ts'
import type { GraphNode } from './graph.ts'

export type { Filled, Static, TObject, TSchema } from '../schema.ts'

// What an editor and the validation know of a node type: data only. How it runs is the server's.

export const NodeGroup = choice('trigger', 'flow', 'ai', 'mail', 'human', 'data', 'external')
export type NodeGroup = Static<typeof NodeGroup>

/** What a node does to the world; retry, simulation, kill switches and the risk badge follow from it. */
export const NodeEffect = choice('none', 'mailbox', 'table', 'human', 'sends', 'external')
export type NodeEffect = Static<typeof NodeEffect>

/** What the value of a parameter names, so that it can be looked for and offered. */
export const ParamTarget = choice('table', 'connection', 'mailbox', 'workflow', 'signature', 'folder')
export type ParamTarget = Static<typeof ParamTarget>

export type ParamField = { title: Text; hint?: Text; refersTo?: ParamTarget }

/** Output ports: fixed ones, and one for each item of a list parameter, named by one of its fields. */
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
  /** Known to the engine by its structure: a loop runs its body once an item, a merge may start before all is in. */
  structure?: 'loop' | 'merge'
  /** A newer node type takes its place: kept for graphs that have it, not offered. */
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

/** The output ports of a node as it is configured. */
export const portsOf = (info: NodeTypeInfo, node: Pick<GraphNode, 'params' | 'onError'>): string[] => [
  ...info.ports.fixed,
  ...eachPort(info.ports, node.params ?? {}),
  ...(node.onError === 'errorPort' ? ['error'] : []),
]
