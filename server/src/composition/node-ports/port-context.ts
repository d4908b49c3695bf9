import type { RunFacts, StepContext } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { readOnce } from '../../platform/db/shared-transaction.ts'
import { findOwnWorkflow } from '../../slices/workflows/index.ts'

/** The step that a port is bound to, and the transaction if there is one. */
export type PortContext = { db: Db; step: StepContext; facts: RunFacts }

/** The step as the outbox and the approvals store it. */
export async function describeStep({ db, step, facts }: PortContext) {
  const { memberId, workflowId, executionId } = facts
  const workflow = await readOnce(db, `workflow ${memberId} ${workflowId}`, () =>
    findOwnWorkflow(db, memberId, workflowId),
  )
  const { nodeId, nodeType, key } = step
  const path = key.slice(executionId.length + 1)
  return { executionId, workflowId, workflowName: workflow?.name ?? '', nodeId, nodeType, path }
}
