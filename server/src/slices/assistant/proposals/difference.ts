import type { GraphDifference } from '@mailwright/contract/assistant'
import type { Static } from '@mailwright/contract/schema'
import type { Graph, GraphConnection, GraphNode } from '@mailwright/contract/workflow-graph/graph'

export type Difference = Static<typeof GraphDifference>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Field = { path: string; before: unknown; after: unknown }

/** What differs, down to the deepest field that both have; lists are compared as a whole. */
function fieldsOf(before: unknown, after: unknown, path: string): Field[] {
  if (same(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [{ path, before: before ?? null, after: after ?? null }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => fieldsOf(before[name], after[name], path === '' ? name : `${path}.${name}`))
}

/** Without its place on the canvas, which changes nothing. */
const substance = ({ position: _position, ...node }: GraphNode) => node

const shown = ({ id, name, type }: GraphNode) => ({ nodeId: id, name, type })

const keyOf = ({ from, output, to, input, kind }: GraphConnection) =>
  JSON.stringify([from, output, to, input ?? null, kind ?? 'data'])

const missingIn = (those: GraphConnection[], from: GraphConnection[]) => {
  const known = new Set(those.map(keyOf))
  return from.filter((one) => !known.has(keyOf(one)))
}

/** Nodes are the same if they have the same id. */
export function differenceOf(before: Graph | null, after: Graph): Difference {
  const old = new Map((before?.nodes ?? []).map((node) => [node.id, node]))
  const kept = new Set(after.nodes.map(({ id }) => id))
  return {
    added: after.nodes.filter(({ id }) => !old.has(id)).map(shown),
    removed: (before?.nodes ?? []).filter(({ id }) => !kept.has(id)).map(shown),
    changed: after.nodes.flatMap((node) => {
      const was = old.get(node.id)
      const fields = was ? fieldsOf(substance(was), substance(node), '') : []
      return fields.length > 0 ? [{ ...shown(node), fields }] : []
    }),
    connectionsAdded: missingIn(before?.connections ?? [], after.connections),
    connectionsRemoved: missingIn(after.connections, before?.connections ?? []),
  }
}
