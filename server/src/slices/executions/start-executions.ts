import type { Data } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { rootOf } from './admit-descendants.ts'
import { nudgeRunners, type OwnedRun } from './run/runs.store.ts'
import { claimDispatches, insertExecutions, type NewExecution } from './start.store.ts'

export type StartRequest = {
  memberId: string
  workflowId: string
  versionId: string
  triggerNodeId: string
  triggerType: string
  data: Data
  message?: { id: string; mailboxId: string; headline: NewExecution['headline'] }
  simulated?: boolean
  /** The run that starts this one. */
  cause?: { run: Pick<OwnedRun, 'id' | 'rootId' | 'depth'>; isCaller: boolean }
  retryOf?: string
}

const rowOf = (request: StartRequest): NewExecution => ({
  id: newId(),
  memberId: request.memberId,
  workflowId: request.workflowId,
  versionId: request.versionId,
  triggerNodeId: request.triggerNodeId,
  triggerType: request.triggerType,
  mailboxId: request.message?.mailboxId ?? null,
  messageId: request.message?.id ?? null,
  simulated: request.simulated ?? false,
  parentId: request.cause?.isCaller ? request.cause.run.id : null,
  rootId: request.cause ? rootOf(request.cause.run) : null,
  depth: request.cause ? request.cause.run.depth + 1 : 0,
  retryOf: request.retryOf ?? null,
  headline: request.message?.headline ?? null,
  content: JSON.stringify(request.data),
})

/** Inserts runs in the caller's transaction; they start once it commits. Returns their ids, in order. */
export async function startExecutions(db: Db, requests: StartRequest[]): Promise<string[]> {
  if (requests.length === 0) return []
  const rows = requests.map(rowOf)
  await insertExecutions(db, rows)
  await nudgeRunners(db)
  return rows.map(({ id }) => id)
}

/** Starts runs for new mail, at most one per workflow and message. Returns the messages that matched a workflow. */
export async function dispatchMessages(
  db: Db,
  requests: (StartRequest & { message: NonNullable<StartRequest['message']> })[],
): Promise<Set<string>> {
  if (requests.length === 0) return new Set()
  const rows = requests.map((one) => ({ row: rowOf(one), messageId: one.message.id }))
  const claimed = await claimDispatches(
    db,
    rows.map(({ row, messageId }) => ({ messageId, workflowId: row.workflowId, executionId: row.id })),
  )
  const claimedIds = new Set(claimed.map(({ executionId }) => executionId))
  const fresh = rows.filter(({ row }) => claimedIds.has(row.id))
  if (fresh.length > 0) {
    await insertExecutions(
      db,
      fresh.map(({ row }) => row),
    )
    await nudgeRunners(db)
  }
  return new Set(rows.map(({ messageId }) => messageId))
}
