import { permanent } from '../../engine/index.ts'
import type { WorkflowsPort } from '../../nodes/index.ts'
import type { Config } from '../../platform/config/read-config.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import {
  admitDescendants,
  familyLimitsOf,
  findChild,
  type OwnedRun,
  startExecutions,
} from '../../slices/executions/index.ts'
import { findOwnWorkflow, findTriggersOf } from '../../slices/workflows/index.ts'
import type { PortContext } from './port-context.ts'

// Ends workflows that call themselves, directly or indirectly.
const maxDepth = 10

export type WorkflowsPortDeps = { config: Config }

export const workflowsPort = (
  { config }: WorkflowsPortDeps,
  { db, facts }: PortContext,
  run: OwnedRun,
): WorkflowsPort => ({
  async start(workflowId, data) {
    if (run.depth >= maxDepth)
      throw permanent('workflow.too_deep', `Workflows can call one another at most ${maxDepth} levels deep.`)
    const { memberId } = facts
    const workflow = isUuid(workflowId) ? await findOwnWorkflow(db, memberId, workflowId) : undefined
    const [trigger] = workflow ? await findTriggersOf(db, workflow.id, 'trigger.called') : []
    if (!workflow || !trigger)
      throw permanent(
        'workflow.not_callable',
        'The called workflow was deleted, is not published, or has no "Called by a workflow" trigger.',
      )
    const rejection = await admitDescendants(db, run, 1, familyLimitsOf(config))
    if (rejection) throw rejection
    const [id] = await startExecutions(db, [
      {
        memberId,
        workflowId: workflow.id,
        versionId: trigger.versionId,
        simulated: run.simulated,
        data,
        triggerNodeId: trigger.nodeId,
        triggerType: trigger.type,
        cause: { run, isCaller: true },
      },
    ])
    if (!id) throw new Error('no execution was started')
    return { executionId: id }
  },
  async find(executionId) {
    const found = await findChild(db, facts.memberId, executionId)
    return found && { id: found.id, status: found.status, data: found.result, error: found.error }
  },
})
