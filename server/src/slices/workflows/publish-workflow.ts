import { isValid } from '@mailwright/contract/workflow-graph/validate'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Locale } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { type AuditRecord, recordEntry } from '../audit/index.ts'
import { checkGraph, type Owner } from './check-graph.ts'
import { issuesFor } from './describe-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { findGraph, insertDraft, markPublished } from './versions.store.ts'
import { setVersions, type WorkflowRow } from './workflows.store.ts'

export type Actor = Pick<AuditRecord, 'actorKind' | 'actorMemberId' | 'ip'>
export const systemActor: Actor = { actorKind: 'system', actorMemberId: null, ip: null }

export const recordChange = (
  db: Db,
  actor: Actor,
  action: string,
  row: Pick<WorkflowRow, 'id' | 'name'>,
  details: Record<string, unknown> = {},
) =>
  recordEntry(db, {
    ...actor,
    action: `workflow.${action}`,
    targetKind: 'workflow',
    targetId: row.id,
    details: { name: row.name, ...details },
  })

/** Call before locking the workflow: suspending and disconnecting take their locks in this order too. */
export async function lockOwner(db: Db, { ports }: WorkflowDeps, memberId: string) {
  if (!(await ports.lockMember(db, memberId)))
    throw fault('workflow.conflict', { details: { reason: 'member_suspended' } })
  await ports.lockMailboxes(db, memberId)
}

/** Turns the draft into the published version, keeping its number. Does nothing without a draft. */
export async function publishDraft(
  db: Db,
  deps: WorkflowDeps,
  row: WorkflowRow,
  { owner, actor, locale }: { owner: Owner; actor: Actor; locale: Locale },
) {
  const { draftVersion: draft } = row
  if (row.archivedAt !== null) throw fault('workflow.conflict', { details: { reason: 'archived' } })
  if (!draft) return
  const issues = await checkGraph(db, deps, owner, await findGraph(db, draft.id), true)
  if (!isValid(issues)) throw fault('workflow.invalid', { details: { issues: issuesFor(issues, locale) } })
  await markPublished(db, draft.id)
  await setVersions(db, row.id, null, draft.id)
  await recordChange(db, actor, 'published', row, { version: draft.number })
}

/** Unpublishes the workflow. The version stays listed; its graph becomes the draft unless there is a newer one. */
export async function withdraw(
  db: Db,
  row: WorkflowRow,
  actor: Actor,
  details: Record<string, unknown> = {},
) {
  const { draftVersion: draft, publishedVersion: version } = row
  if (!version) return
  const draftId = draft?.id ?? newId()
  if (!draft) await insertDraft(db, draftId, row.id, await findGraph(db, version.id))
  await setVersions(db, row.id, draftId, null)
  await recordChange(db, actor, 'unpublished', row, { version: version.number, ...details })
}
