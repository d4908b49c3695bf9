import { permanent, type WorkflowsPort } from '../../engine/index.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { findChild, type OwnedRun, startExecutions } from '../../slices/executions/index.ts'
import { findOwnWorkflow, findTriggersOf } from '../../slices/workflows/index.ts'
import type { Where } from './about-run.ts'

// A workflow that calls itself, by whatever way, comes to an end.
const maxDepth = 10

export const workflowsPort = ({ db, facts, run }: Where & { run: OwnedRun }): WorkflowsPort => ({
  async start(workflowId, data) {
    if (run.depth >= maxDepth)
      throw permanent('workflow.too_deep', `Workflows call one another at most ${maxDepth} deep.`)
    const { memberId, executionId, simulated } = facts
    const workflow = isUuid(workflowId) ? await findOwnWorkflow(db, memberId, workflowId) : undefined
    const [trigger] = workflow ? await findTriggersOf(db, workflow.id, 'trigger.called') : []
    if (!workflow || !trigger)
      throw permanent(
        'workflow.not_callable',
        'The called workflow is gone, is not published, or has no trigger "Called by a workflow".',
      )
    const [id] = await startExecutions(db, [
      {
        memberId,
        workflowId: workflow.id,
        versionId: trigger.versionId,
        simulated,
        data,
        triggerNodeId: trigger.nodeId,
        triggerType: trigger.type,
        parent: { id: executionId, depth: run.depth },
      },
    ])
    if (!id) throw new Error('nothing was started')
    return { executionId: id }
  },
  async find(executionId) {
    const found = await findChild(db, facts.memberId, executionId)
    return found && { id: found.id, status: found.status, data: found.result, error: found.error }
  },
})
