import type { Database } from '../../platform/db/database.ts'
import { claimDueSchedules } from '../workflows/index.ts'
import { startExecutions } from './start-executions.ts'

const maxSchedules = 100

/** Starts runs for due schedules; the next time and the run commit together. Returns the number of runs. */
export const startDueSchedules = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const due = await claimDueSchedules(tx, maxSchedules)
    const requests = due.map(({ memberId, workflowId, versionId, nodeId, dueAt }) => ({
      memberId,
      workflowId,
      versionId,
      triggerNodeId: nodeId,
      triggerType: 'trigger.schedule',
      data: { scheduledAt: dueAt },
    }))
    return (await startExecutions(tx, requests)).length
  })
