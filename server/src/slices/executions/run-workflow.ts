import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import {
  checkRunScopes,
  checkTestScopes,
  findOwnWorkflow,
  findTriggersOf,
  findVersion,
} from '../workflows/index.ts'
import type { Data, ExecutionDeps } from './ports.ts'
import { startExecutions } from './start-executions.ts'

type Input = { messageIds?: string[]; data?: Data }

export const conflict = (reason: string) => fault('workflow.conflict', { details: { reason } })

/** The member's own messages, in the given order. */
export async function findChosen(db: Db, { ports }: ExecutionDeps, memberId: string, given: string[]) {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const found = ids.every(isUuid) ? await ports.findMessages(db, memberId, ids) : []
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => {
    const one = byId.get(id)
    if (!one) throw fault('webmail.message_not_found')
    return one
  })
}

/** Rejects a key without the scopes of what the version does after the trigger. A deleted version does nothing. */
export async function checkVersionScopes(
  db: Db,
  { catalogue }: Pick<ExecutionDeps, 'catalogue'>,
  caller: Caller,
  run: { versionId: string; triggerNodeId: string; simulated: boolean },
) {
  if (caller.via.kind !== 'key') return
  const version = await findVersion(db, run.versionId)
  if (!version) return
  const start = { graph: version.graph, starts: [run.triggerNodeId] }
  if (run.simulated) checkTestScopes({ catalogue }, caller, start)
  else await checkRunScopes(db, { catalogue }, caller, start)
}

/** Starts the published version on the chosen messages or by its manual trigger. */
export async function runWorkflow(db: Db, deps: ExecutionDeps, caller: Caller, id: string, input: Input) {
  const { memberId } = caller
  const workflow = await findOwnWorkflow(db, memberId, id)
  if (!workflow) throw fault('workflow.not_found')
  const hasMessages = input.messageIds !== undefined
  const triggerType = hasMessages ? 'trigger.message' : 'trigger.manual'
  const [trigger] = await findTriggersOf(db, workflow.id, triggerType)
  if (!trigger) throw conflict(hasMessages ? 'no_message_trigger' : 'no_manual_trigger')
  const { versionId, nodeId: triggerNodeId } = trigger
  await checkVersionScopes(db, deps, caller, { versionId, triggerNodeId, simulated: false })
  const common = {
    memberId,
    workflowId: workflow.id,
    versionId,
    triggerNodeId,
    triggerType,
  }
  if (!input.messageIds)
    return { executionIds: await startExecutions(db, [{ ...common, data: input.data ?? {} }]) }
  const messages = await findChosen(db, deps, memberId, input.messageIds)
  const requests = messages.map((message) => ({ ...common, message, data: { messageId: message.id } }))
  return { executionIds: await startExecutions(db, requests) }
}
