import type { AnyNodeType } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { RunnableVersion } from '../workflows/index.ts'

type NodeTypes = ReadonlyMap<string, AnyNodeType>

/** Finds the node types with which a version runs. */
export type FindNodeTypes = (
  db: Db,
  version: Pick<RunnableVersion, 'memberId' | 'graph'>,
) => Promise<NodeTypes>

/** The type without what it does. A step that already waits may finish: it has had its effect. */
const forbid = ({ structure: _, ...type }: AnyNodeType): AnyNodeType => ({
  ...type,
  effect: 'none',
  transactional: false,
  run: () => {
    throw fault('workflow.node_forbidden', { details: { nodeType: type.type } })
  },
})

/** Lets forbidden node types fail in workflows of members who are not administrators. */
export function createNodeTypeFinder(
  nodeTypes: NodeTypes,
  forbiddenNodes: readonly string[],
  { isAdministrator }: { isAdministrator(db: Db, memberId: string): Promise<boolean> },
): FindNodeTypes {
  const forbidden = new Set(forbiddenNodes)
  const restricted = new Map(
    [...nodeTypes].map(([key, type]) => [key, forbidden.has(type.type) ? forbid(type) : type]),
  )
  return async (db, { memberId, graph }) =>
    graph.nodes.some(({ type }) => forbidden.has(type)) && !(await isAdministrator(db, memberId))
      ? restricted
      : nodeTypes
}
