import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { normaliseGraph } from '@mailwright/contract/workflow-graph/normalise'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertDraft, updateDraft } from './versions.store.ts'
import { setVersions, touchWorkflow, type WorkflowRow } from './workflows.store.ts'

/**
 * Rejects changes based on an older draft. A workflow without a draft is opened with its published version, so that
 * version's time counts in this case.
 */
export function checkBase(
  { draftVersion, publishedVersion }: WorkflowRow,
  draftUpdatedAt: string | undefined,
) {
  if (draftUpdatedAt === undefined) return
  const current = (draftVersion ?? publishedVersion)?.updatedAt
  if (current === undefined || Date.parse(draftUpdatedAt) !== Date.parse(current))
    throw fault('workflow.stale_draft', { details: { draftUpdatedAt: current ?? null } })
}

/** Saves the graph as the draft, creating a new one with the next number when there is none. */
export async function saveDraft(db: Db, row: WorkflowRow, graph: Graph) {
  const full = normaliseGraph(graph, row.id)
  if (row.draftVersion) {
    await updateDraft(db, row.draftVersion.id, full)
    await touchWorkflow(db, row.id)
    return
  }
  const id = newId()
  await insertDraft(db, id, row.id, full)
  await setVersions(db, row.id, id, row.publishedVersion?.id ?? null)
}
