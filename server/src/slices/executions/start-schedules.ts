import type { Database } from '../../platform/db/database.ts'
import { claimDueSchedules } from '../workflows/index.ts'
import { startExecutions } from './start-executions.ts'

const maxSchedules = 100

/** Starts what a schedule has made due: its next time and its run commit together. Tells how many. */
export const startDueSchedules = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const due = await claimDueSchedules(tx, maxSchedules)
    const wanted = due.map(({ memberId, workflowId, versionId, nodeId, dueAt }) => ({
      memberId,
      workflowId,
      versionId,
      triggerNodeId: nodeId,
      triggerType: 'trigger.schedule',
      data: { scheduledAt: dueAt },
    }))
    return (await startExecutions(tx, wanted)).length
  })
