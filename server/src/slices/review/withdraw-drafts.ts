import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Live } from '../../platform/live/live.ts'
import { withdrawDrafts as withdraw } from '../sending/index.ts'
import { findOwnWorkflow } from '../workflows/index.ts'

/** Takes the drafts of a workflow out of the queue, except those that somebody has edited. */
export async function withdrawDrafts(db: Db, live: Live, memberId: string, workflowId: string) {
  if (!(await findOwnWorkflow(db, memberId, workflowId))) throw fault('workflow.not_found')
  return { withdrawn: await withdraw(db, live, memberId, workflowId) }
}
