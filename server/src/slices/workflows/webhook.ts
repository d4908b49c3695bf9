import { checkSize } from '@mailwright/contract/workflow-graph/validate'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { actorOf } from '../audit/index.ts'
import { triggersIn, webhookType } from './arm-workflow.ts'
import type { MemberCall } from './change-workflow.ts'
import { checkRunScopes } from './check-scopes.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { recordChange } from './publish-workflow.ts'
import { findGraph } from './versions.store.ts'
import { lockWorkflow, setWebhook, type WorkflowRow } from './workflows.store.ts'

/**
 * A draft counts too: the address may be set up at the caller before the workflow is published. Whoever has the address
 * can run the workflow, so a key needs the scopes of what it does.
 */
async function checkWebhookTrigger(db: Db, deps: WorkflowDeps, { caller }: MemberCall, row: WorkflowRow) {
  let hasTrigger = false
  for (const version of [row.publishedVersion, row.draftVersion]) {
    if (!version) continue
    const graph = await findGraph(db, version.id)
    const starts = triggersIn(graph, deps.catalogue)
      .filter(({ node }) => node.type === webhookType)
      .map(({ node }) => node.id)
    if (starts.length > 0) hasTrigger = true
    if (checkSize(graph).length === 0) await checkRunScopes(db, deps, caller, { graph, starts })
  }
  if (!hasTrigger) throw fault('workflow.conflict', { details: { reason: 'no_webhook_trigger' } })
}

/** Creates a new address and invalidates the previous one. Only its hash is stored. */
export async function createWebhook(db: Db, deps: WorkflowDeps, call: MemberCall, id: string) {
  const row = await lockWorkflow(db, call.caller.memberId, id)
  if (!row) throw fault('workflow.not_found')
  await checkWebhookTrigger(db, deps, call, row)
  const token = newToken()
  await setWebhook(db, row.id, hashToken(token))
  await recordChange(db, actorOf(call), 'webhook_created', row, { replaced: row.hasWebhook })
  notifyWorkflowUpdated(db, deps.live, row)
  return { token, url: `${deps.origin.url}/hooks/wf/${token}` }
}

/** Idempotent. */
export async function revokeWebhook(db: Db, deps: WorkflowDeps, call: MemberCall, id: string) {
  const row = await lockWorkflow(db, call.caller.memberId, id)
  if (!row) throw fault('workflow.not_found')
  if (!row.hasWebhook) return
  await setWebhook(db, row.id, null)
  await recordChange(db, actorOf(call), 'webhook_revoked', row)
  notifyWorkflowUpdated(db, deps.live, row)
}
