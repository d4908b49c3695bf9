import type { Data } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { nudgeRunners } from './run/runs.store.ts'
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
  parent?: { id: string; depth: number }
  retryOf?: string
}

const rowOf = (wanted: StartRequest): NewExecution => ({
  id: newId(),
  memberId: wanted.memberId,
  workflowId: wanted.workflowId,
  versionId: wanted.versionId,
  triggerNodeId: wanted.triggerNodeId,
  triggerType: wanted.triggerType,
  mailboxId: wanted.message?.mailboxId ?? null,
  messageId: wanted.message?.id ?? null,
  simulated: wanted.simulated ?? false,
  parentId: wanted.parent?.id ?? null,
  depth: wanted.parent ? wanted.parent.depth + 1 : 0,
  retryOf: wanted.retryOf ?? null,
  headline: wanted.message?.headline ?? null,
  content: JSON.stringify(wanted.data),
})

/** Records runs in the caller's transaction: they begin if and when that commits. Gives their ids, in order. */
export async function startExecutions(db: Db, wanted: StartRequest[]): Promise<string[]> {
  if (wanted.length === 0) return []
  const rows = wanted.map(rowOf)
  await insertExecutions(db, rows)
  await nudgeRunners(db)
  return rows.map(({ id }) => id)
}

/** The same for new mail: each workflow at most once a message, ever. Gives the messages that some workflow took. */
export async function dispatchMessages(
  db: Db,
  wanted: (StartRequest & { message: NonNullable<StartRequest['message']> })[],
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const rows = wanted.map((one) => ({ row: rowOf(one), messageId: one.message.id }))
  const claimed = await claimDispatches(
    db,
    rows.map(({ row, messageId }) => ({ messageId, workflowId: row.workflowId, executionId: row.id })),
  )
  const mine = new Set(claimed.map(({ executionId }) => executionId))
  const fresh = rows.filter(({ row }) => mine.has(row.id))
  if (fresh.length > 0) {
    await insertExecutions(
      db,
      fresh.map(({ row }) => row),
    )
    await nudgeRunners(db)
  }
  return new Set(rows.map(({ messageId }) => messageId))
}
