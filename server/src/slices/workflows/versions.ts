import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { MemberCall } from './change-workflow.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import { describeDetail } from './describe-workflow.ts'
import { checkBase, saveDraft } from './drafts.ts'
import type { WorkflowDeps } from './ports.ts'
import { findOwnWorkflow } from './usage.store.ts'
import { findVersionOf, findVersions } from './versions.store.ts'
import { lockWorkflow } from './workflows.store.ts'

export async function listVersions(db: Db, { memberId }: Caller, id: string) {
  const workflow = await findOwnWorkflow(db, memberId, id)
  if (!workflow) throw fault('workflow.not_found')
  return { versions: await findVersions(db, workflow.id) }
}

async function findOwnVersion(db: Db, workflowId: string, versionId: string) {
  const found = isUuid(versionId) ? await findVersionOf(db, workflowId, versionId) : undefined
  if (!found) throw fault('workflow.not_found')
  return found
}

export async function readVersion(db: Db, { memberId }: Caller, id: string, versionId: string) {
  const workflow = await findOwnWorkflow(db, memberId, id)
  if (!workflow) throw fault('workflow.not_found')
  const { graph, ...version } = await findOwnVersion(db, workflow.id, versionId)
  return { version, graph }
}

/** Restoring the current draft saves it again. */
export async function restoreVersion(
  db: Db,
  deps: WorkflowDeps,
  call: MemberCall,
  ids: { id: string; versionId: string },
  draftUpdatedAt: string | undefined,
) {
  const { memberId } = call.caller
  const row = await lockWorkflow(db, memberId, ids.id)
  if (!row) throw fault('workflow.not_found')
  const { graph } = await findOwnVersion(db, row.id, ids.versionId)
  checkBase(row, draftUpdatedAt)
  await saveDraft(db, row, graph)
  const after = await lockWorkflow(db, memberId, row.id)
  if (!after) throw fault('workflow.not_found')
  notifyWorkflowUpdated(db, deps.live, after)
  return describeDetail(db, deps, after, call)
}
