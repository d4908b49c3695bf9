import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { actorOf } from '../audit/index.ts'
import { triggersIn, webhookType } from './arm-workflow.ts'
import type { MemberCall } from './change-workflow.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { recordChange } from './publish-workflow.ts'
import { findGraph } from './versions.store.ts'
import { lockWorkflow, setWebhook, type WorkflowRow } from './workflows.store.ts'

const isWebhook = ({ node }: { node: { type: string } }) => node.type === webhookType

/** A draft counts too: the address may be set up at the caller before the workflow is published. */
async function hasWebhookTrigger(db: Db, { catalogue }: WorkflowDeps, row: WorkflowRow): Promise<boolean> {
  for (const version of [row.publishedVersion, row.draftVersion])
    if (version && triggersIn(await findGraph(db, version.id), catalogue).some(isWebhook)) return true
  return false
}

/** Creates a new address and invalidates the previous one. Only its hash is stored. */
export async function createWebhook(db: Db, deps: WorkflowDeps, call: MemberCall, id: string) {
  const row = await lockWorkflow(db, call.caller.memberId, id)
  if (!row) throw fault('workflow.not_found')
  if (!(await hasWebhookTrigger(db, deps, row)))
    throw fault('workflow.conflict', { details: { reason: 'no_webhook_trigger' } })
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
