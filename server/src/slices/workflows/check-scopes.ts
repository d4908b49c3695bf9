import { grants, type RouteScope } from '@mailwright/contract/scopes'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { useOfGraph } from '@mailwright/contract/workflow-graph/required-scopes'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { findPublishedGraphs } from './usage.store.ts'

/** A graph that is about to run, and the nodes at which it starts: by default any of its triggers. */
type Start = { graph: Graph; starts?: readonly string[] }

export const nodesOfType = ({ nodes }: Graph, type: string) =>
  nodes.filter((node) => node.type === type).map(({ id }) => id)

/** The scopes of the graph and of the published workflows that it calls, directly or indirectly. */
async function findScopes(db: Db, catalogue: readonly NodeTypeInfo[], memberId: string, start: Start) {
  const scopes = new Set<RouteScope>()
  const seen = new Set<string>()
  const open: Start[] = [start]
  for (let one = open.pop(); one; one = open.pop()) {
    const use = useOfGraph(one.graph, catalogue, one.starts)
    for (const scope of use.scopes) scopes.add(scope)
    const called = use.callsAny
      ? await findPublishedGraphs(db, memberId, null)
      : await findPublishedGraphs(
          db,
          memberId,
          [...use.calls].filter((id) => isUuid(id) && !seen.has(id)),
        )
    for (const { id, graph } of called) {
      if (!seen.has(id)) open.push({ graph, starts: nodesOfType(graph, 'trigger.called') })
      seen.add(id)
    }
  }
  return scopes
}

function requireScopes({ via }: Caller, scopes: Iterable<RouteScope>) {
  if (via.kind !== 'key') return
  for (const required of scopes)
    if (!grants(via.scopes, required)) throw fault('api_key.scope_missing', { details: { required } })
}

type Deps = { catalogue: readonly NodeTypeInfo[] }

/** Rejects a key that lacks a scope of what the graph does. A member's session may do everything that nodes do. */
export async function checkRunScopes(
  db: Db,
  { catalogue }: Deps,
  caller: Caller,
  start: Start,
  more: RouteScope[] = [],
) {
  if (caller.via.kind !== 'key') return
  requireScopes(caller, [...more, ...(await findScopes(db, catalogue, caller.memberId, start))])
}

/** The same for a simulated run, which reads but changes nothing and calls no other workflow. */
export function checkTestScopes({ catalogue }: Deps, caller: Caller, start: Start, more: RouteScope[] = []) {
  if (caller.via.kind !== 'key') return
  const { scopes } = useOfGraph(start.graph, catalogue, start.starts)
  requireScopes(caller, [...more, ...[...scopes].filter((scope) => scope.endsWith(':read'))])
}
