import type { LiveEventData } from '@mailwright/contract/live'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { emptyGraph, normaliseGraph } from '@mailwright/contract/workflow-graph/normalise'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { insertDraft } from './versions.store.ts'
import { findWorkflow, insertWorkflow, type WorkflowRow } from './workflows.store.ts'

export type NewDraft = { name: string; graph?: Graph } & Partial<
  Pick<WorkflowRow, 'dispatchPriority' | 'errorWorkflowId' | 'maxConcurrency' | 'executionTimeoutMs'>
>

/** Creates an unpublished workflow, empty or with a copy of the graph. */
export async function createDraft(db: Db, memberId: string, draft: NewDraft): Promise<WorkflowRow> {
  const { name, graph, ...settings } = draft
  const [id, versionId] = [newId(), newId()]
  const none = {
    dispatchPriority: null,
    errorWorkflowId: null,
    maxConcurrency: null,
    executionTimeoutMs: null,
  }
  await insertWorkflow(db, { ...none, ...settings, id, memberId, name, versionId })
  await insertDraft(db, versionId, id, graph ? normaliseGraph(graph, id) : emptyGraph(id))
  const row = await findWorkflow(db, memberId, id)
  if (!row) throw new Error('the insert returned no row')
  return row
}

export const notifyWorkflowUpdated = (
  db: Db,
  live: Live,
  row: Pick<WorkflowRow, 'id' | 'memberId'>,
  more: Omit<LiveEventData<'workflow.updated'>, 'workflowId'> = {},
) =>
  live.publish(db, {
    memberId: row.memberId,
    type: 'workflow.updated',
    data: { workflowId: row.id, ...more },
  })
