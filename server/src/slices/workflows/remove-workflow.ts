import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { actorOf } from '../audit/index.ts'
import type { MemberCall } from './change-workflow.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { recordChange } from './publish-workflow.ts'
import { deleteWorkflow, lockWorkflow } from './workflows.store.ts'

/** Its versions and triggers are deleted by the database (on delete cascade). */
export async function removeWorkflow(db: Db, deps: WorkflowDeps, call: MemberCall, id: string) {
  const row = await lockWorkflow(db, call.caller.memberId, id)
  if (!row) throw fault('workflow.not_found')
  await deps.ports.endExecutions(db, row.id)
  await deleteWorkflow(db, row.id)
  await recordChange(db, actorOf(call), 'deleted', row, { published: row.publishedVersion !== null })
  notifyWorkflowUpdated(db, deps.live, row, { deleted: true })
}
