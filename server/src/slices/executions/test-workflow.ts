import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { checkSize } from '@mailwright/contract/workflow-graph/validate'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { checkTestScopes, findOwnWorkflow, findVersion } from '../workflows/index.ts'
import type { Data, ExecutionDeps } from './ports.ts'
import { conflict, findChosen } from './run-workflow.ts'
import { startExecutions } from './start-executions.ts'

const maxTriggerDataBytes = 256 * 1024

type Input = { triggerNodeId?: string; messageId?: string; triggerData?: Data }

export function checkTriggerData(data: Data | undefined) {
  if (data === undefined || Buffer.byteLength(JSON.stringify(data)) <= maxTriggerDataBytes) return
  const message = 'must not be larger than 256 KB'
  throw fault('request.bad_request', { details: { issues: [{ path: '/triggerData', message }] } })
}

/** The draft, or the published version when there is none. */
export async function findTestable(db: Db, memberId: string, id: string) {
  const workflow = await findOwnWorkflow(db, memberId, id)
  const versionId = workflow?.draftVersionId ?? workflow?.publishedVersionId
  const version = versionId ? await findVersion(db, versionId) : undefined
  if (!version) throw fault('workflow.not_found')
  if (checkSize(version.graph).length > 0) throw conflict('too_large')
  return version
}

function triggerOf(graph: Graph, { triggerNodeId, messageId }: Input) {
  const triggers = graph.nodes.filter(({ type }) => type.startsWith('trigger.'))
  const trigger =
    triggerNodeId !== undefined
      ? triggers.find(({ id }) => id === triggerNodeId)
      : (messageId && triggers.find(({ type }) => type === 'trigger.message')) || triggers[0]
  if (!trigger) throw conflict(triggerNodeId === undefined ? 'no_trigger' : 'unknown_trigger')
  return trigger
}

/** Starts a simulated run: every node runs, without effects. */
export async function testWorkflow(db: Db, deps: ExecutionDeps, caller: Caller, id: string, input: Input) {
  checkTriggerData(input.triggerData)
  const { memberId } = caller
  const version = await findTestable(db, memberId, id)
  const trigger = triggerOf(version.graph, input)
  const start = { graph: version.graph, starts: [trigger.id] }
  checkTestScopes(deps, caller, start, input.messageId ? ['messages:read'] : [])
  const [message] = input.messageId ? await findChosen(db, deps, memberId, [input.messageId]) : []
  const [executionId] = await startExecutions(db, [
    {
      memberId,
      workflowId: version.workflowId,
      versionId: version.id,
      simulated: true,
      triggerNodeId: trigger.id,
      triggerType: trigger.type,
      data: { ...(message && { messageId: message.id }), ...input.triggerData },
      ...(message && { message }),
    },
  ])
  if (!executionId) throw new Error('no run was started')
  return { executionId }
}
