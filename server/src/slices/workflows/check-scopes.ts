import { grants, type RouteScope } from '@mailwright/contract/scopes'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { useOfGraph } from '@mailwright/contract/workflow-graph/required-scopes'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { findPublishedGraph, findPublishedIds } from './usage.store.ts'

/** A graph that is about to run, and the nodes at which it starts: by default any of its triggers. */
type Start = { graph: Graph; starts?: readonly string[] }

export const nodesOfType = ({ nodes }: Graph, type: string) =>
  nodes.filter((node) => node.type === type).map(({ id }) => id)

function requireScopes({ via }: Caller, scopes: Iterable<RouteScope>) {
  if (via.kind !== 'key') return
  for (const required of scopes)
    if (!grants(via.scopes, required)) throw fault('api_key.scope_missing', { details: { required } })
}

type Deps = { catalogue: readonly NodeTypeInfo[] }

/**
 * Rejects a key that lacks a scope of what the graph does, or of what the published workflows do that it calls, directly
 * or indirectly. A member's session may do everything that nodes do.
 */
export async function checkRunScopes(db: Db, { catalogue }: Deps, caller: Caller, start: Start) {
  if (caller.via.kind !== 'key') return
  const seen = new Set<string>()
  const check = async ({ graph, starts }: Start) => {
    const use = useOfGraph(graph, catalogue, starts)
    requireScopes(caller, use.scopes)
    for (const id of use.callsAny ? await findPublishedIds(db, caller.memberId) : use.calls) {
      if (seen.has(id) || !isUuid(id)) continue
      seen.add(id)
      const called = await findPublishedGraph(db, caller.memberId, id)
      if (called) await check({ graph: called, starts: nodesOfType(called, 'trigger.called') })
    }
  }
  await check(start)
}

/** The same for a simulated run, which reads but changes nothing and calls no other workflow. */
export function checkTestScopes({ catalogue }: Deps, caller: Caller, start: Start, more: RouteScope[] = []) {
  if (caller.via.kind !== 'key') return
  const { scopes } = useOfGraph(start.graph, catalogue, start.starts)
  requireScopes(caller, [...more, ...[...scopes].filter((scope) => scope.endsWith(':read'))])
}
