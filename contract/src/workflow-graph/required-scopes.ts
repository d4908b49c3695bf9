import type { RouteScope } from '../scopes.ts'
import { isTemplate } from './check-value.ts'
import { compileParams, referencesOfParams } from './expressions/index.ts'
import { buildFlow, type Flow, reachableFrom } from './flow.ts'
import type { Graph, GraphNode } from './graph.ts'
import type { NodeTypeInfo } from './node-type.ts'
import { allReferencesOfNode } from './param-references.ts'

/** What a graph does, as far as an API key needs scopes for it. */
export type GraphUse = {
  scopes: ReadonlySet<RouteScope>
  /** The workflows that it calls. */
  calls: ReadonlySet<string>
  /** Which workflow it calls is computed: it may be any. */
  callsAny: boolean
}

/** What expressions read through the roots of their scope. */
const scopeOfRoot: Readonly<Record<string, RouteScope>> = {
  message: 'messages:read',
  sender: 'messages:read',
  thread: 'messages:read',
  mailbox: 'mailboxes:read',
  member: 'profile:read',
}

function scopesOfRoots({ params = {} }: GraphNode): RouteScope[] {
  return referencesOfParams(compileParams(params)).flatMap(({ root }) => {
    const scope = Object.hasOwn(scopeOfRoot, root) ? scopeOfRoot[root] : undefined
    return scope ? [scope] : []
  })
}

/** The enabled nodes that run after the starts; a disabled node passes its input on. */
function nodesAfter(flow: Flow, starts: readonly string[] | undefined): GraphNode[] {
  const from =
    starts ??
    [...flow.nodes.values()]
      .filter((node) => !node.disabled && flow.infoOf(node)?.group === 'trigger')
      .map(({ id }) => id)
  const reached = reachableFrom(from, (id) => flow.out(id).map((edge) => edge.to))
  return [...flow.nodes.values()].filter(({ id, disabled }) => reached.has(id) && !disabled)
}

/** What the graph does when it starts at the given nodes, or at any of its triggers. */
export function useOfGraph(
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
  starts?: readonly string[],
): GraphUse {
  const flow = buildFlow(graph, catalogue)
  const scopes = new Set<RouteScope>()
  const calls = new Set<string>()
  let callsAny = false
  for (const node of nodesAfter(flow, starts)) {
    const info = flow.infoOf(node)
    if (!info) continue
    for (const scope of [...(info.scopes ?? []), ...scopesOfRoots(node)]) scopes.add(scope)
    for (const { target, value } of allReferencesOfNode(info, node)) {
      // A call with a connection acts with its secret, which is more than reading its name.
      if (target === 'connection') scopes.add('connections:write')
      if (target === 'workflow' && info.group !== 'trigger') {
        const isComputed: boolean = isTemplate(value)
        if (isComputed) callsAny = true
        else calls.add(value.toLowerCase())
      }
    }
  }
  return { scopes, calls, callsAny }
}
