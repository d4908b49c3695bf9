import type { RunFacts, StepContext } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { findOwnWorkflow } from '../../slices/workflows/index.ts'

/** Where a port is used: by which step, in which transaction. */
export type Where = { db: Db; about: StepContext; facts: RunFacts }

/** The step as the outbox and the approvals remember it. */
export async function stepOf({ db, about, facts }: Where) {
  const { memberId, workflowId, executionId } = facts
  const workflow = await findOwnWorkflow(db, memberId, workflowId)
  const { nodeId, nodeType } = about
  return { executionId, workflowId, workflowName: workflow?.name ?? '', nodeId, nodeType }
}
