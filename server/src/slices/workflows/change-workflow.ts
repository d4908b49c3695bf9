import type { Body } from '@mailwright/contract/route'
import type { workflows } from '@mailwright/contract/workflows'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller, Locale } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { actorOf } from '../audit/index.ts'
import { armWorkflow } from './arm-workflow.ts'
import { checkRunScopes, nodesOfType } from './check-scopes.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import { describeDetail } from './describe-workflow.ts'
import { checkBase, saveDraft } from './drafts.ts'
import type { WorkflowDeps, WorkflowLimits } from './ports.ts'
import { type Actor, lockOwner, publishDraft, withdraw } from './publish-workflow.ts'
import { findOwnWorkflow, findPublishedGraph } from './usage.store.ts'
import { findGraph } from './versions.store.ts'
import { lockWorkflow, updateSettings, type WorkflowRow } from './workflows.store.ts'

type Changes = Body<typeof workflows.update>
export type MemberCall = { caller: Caller; ip: string; locale: Locale }

function checkLimits(limits: WorkflowLimits, changes: Changes) {
  for (const limit of ['maxConcurrency', 'executionTimeoutMs'] as const) {
    const { max } = limits[limit]
    if ((changes[limit] ?? 0) > max)
      throw fault('workflow.execution_limit_invalid', { details: { limit, max } })
  }
}

async function checkErrorWorkflow(db: Db, row: WorkflowRow, id: string | null | undefined) {
  if (id === null || id === undefined) return
  if (id.toLowerCase() === row.id)
    throw fault('workflow.conflict', { details: { reason: 'own_error_workflow' } })
  if (!isUuid(id) || !(await findOwnWorkflow(db, row.memberId, id))) throw fault('workflow.not_found')
}

const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

const saveSettings = (db: Db, row: WorkflowRow, changes: Changes) =>
  updateSettings(db, row.id, {
    name: given(changes.name, row.name),
    dispatchPriority: given(changes.dispatchPriority, row.dispatchPriority),
    errorWorkflowId: given(changes.errorWorkflowId, row.errorWorkflowId),
    maxConcurrency: given(changes.maxConcurrency, row.maxConcurrency),
    executionTimeoutMs: given(changes.executionTimeoutMs, row.executionTimeoutMs),
    archived: given(changes.archived, row.archivedAt !== null),
    paused: given(changes.paused, row.pausedAt !== null),
  })

async function lockOwn(db: Db, memberId: string, id: string): Promise<WorkflowRow> {
  const row = await lockWorkflow(db, memberId, id)
  if (!row) throw fault('workflow.not_found')
  return row
}

/** Archiving also unpublishes; publishing an archived workflow is a conflict. */
async function applyPublished(db: Db, deps: WorkflowDeps, id: string, changes: Changes, call: MemberCall) {
  const actor: Actor = actorOf(call)
  const row = await lockOwn(db, call.caller.memberId, id)
  if (changes.published === true)
    await publishDraft(db, deps, row, { owner: call.caller, actor, locale: call.locale })
  else if (changes.published === false || changes.archived === true) await withdraw(db, row, actor)
}

/**
 * A key that puts a workflow live, or that chooses what a live one starts on failure, needs the scopes of what runs
 * then. Saving a draft does not: whoever publishes it decides.
 */
async function checkLiveScopes(
  db: Db,
  deps: WorkflowDeps,
  { caller }: MemberCall,
  before: WorkflowRow,
  after: WorkflowRow,
) {
  const { publishedVersion: version, errorWorkflowId } = after
  if (!version || caller.via.kind !== 'key') return
  const isNewVersion = version.id !== before.publishedVersion?.id
  const isResumed = before.pausedAt !== null && after.pausedAt === null
  if (isNewVersion || isResumed)
    await checkRunScopes(db, deps, caller, { graph: await findGraph(db, version.id) })
  const isWatched = isNewVersion || isResumed || errorWorkflowId !== before.errorWorkflowId
  if (errorWorkflowId === null || !isWatched) return
  const graph = await findPublishedGraph(db, caller.memberId, errorWorkflowId)
  if (graph) await checkRunScopes(db, deps, caller, { graph, starts: nodesOfType(graph, 'trigger.failed') })
}

/** Applies the given changes only: all of them, or none. */
export async function changeWorkflow(
  db: Db,
  deps: WorkflowDeps,
  call: MemberCall,
  workflowId: string,
  changes: Changes,
) {
  const { memberId } = call.caller
  if (changes.published === true) await lockOwner(db, deps, memberId)
  const before = await lockOwn(db, memberId, workflowId)
  const { id } = before
  checkLimits(deps.limits, changes)
  checkBase(before, changes.draftUpdatedAt)
  await checkErrorWorkflow(db, before, changes.errorWorkflowId)
  await saveSettings(db, before, changes)
  if (changes.graph) await saveDraft(db, before, changes.graph)
  await applyPublished(db, deps, id, changes, call)
  const after = await lockOwn(db, memberId, id)
  await checkLiveScopes(db, deps, call, before, after)
  if ([changes.published, changes.paused, changes.archived].some((one) => one !== undefined))
    await armWorkflow(db, deps.catalogue, after)
  notifyWorkflowUpdated(db, deps.live, after, { published: after.publishedVersion !== null })
  return describeDetail(db, deps, after, call)
}
