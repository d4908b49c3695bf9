import { catalogueIndex } from '@mailwright/contract/workflow-graph/flow'
import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { referencesOfNode } from '@mailwright/contract/workflow-graph/param-references'
import type { Db } from '../../platform/db/database.ts'
import { nextRun } from './next-run.ts'
import { deleteTriggers, insertTrigger } from './triggers.store.ts'
import { findGraph } from './versions.store.ts'
import type { WorkflowRow } from './workflows.store.ts'

/** Null (all mailboxes of the member) when none is named. */
function mailboxesOf(info: NodeTypeInfo, node: GraphNode): string[] | null {
  const named = referencesOfNode(info, node).filter((one) => one.target === 'mailbox')
  return named.length === 0 ? null : [...new Set(named.map((one) => one.value))]
}

export const triggersIn = (graph: Graph, catalogue: readonly NodeTypeInfo[]) => {
  const infoOf = catalogueIndex(catalogue)
  return graph.nodes.flatMap((node) => {
    const info = infoOf(node)
    return info?.group === 'trigger' && !node.disabled ? [{ node, info }] : []
  })
}

export const webhookType = 'trigger.webhook'

/**
 * Rewrites the triggers of the workflow: none unless it is published and not archived. A paused one keeps its webhook
 * triggers, since a caller cannot be expected to repeat a call; the runs wait until the workflow is resumed.
 */
export async function armWorkflow(db: Db, catalogue: readonly NodeTypeInfo[], row: WorkflowRow) {
  await deleteTriggers(db, row.id)
  const { publishedVersion: version, pausedAt, archivedAt } = row
  if (!version || archivedAt !== null) return
  const now = Date.now()
  const triggers = triggersIn(await findGraph(db, version.id), catalogue)
  for (const { node, info } of triggers.filter((one) => pausedAt === null || one.node.type === webhookType))
    await insertTrigger(db, {
      workflowId: row.id,
      versionId: version.id,
      nodeId: node.id,
      type: node.type,
      memberId: row.memberId,
      mailboxIds: mailboxesOf(info, node),
      params: node.params ?? {},
      nextAt: node.type === 'trigger.schedule' ? nextRun(node.params ?? {}, now) : null,
    })
}
