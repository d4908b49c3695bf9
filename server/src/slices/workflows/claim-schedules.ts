import type { Db } from '../../platform/db/database.ts'
import { nextRun } from './next-run.ts'
import { lockDue, setNextAt } from './triggers.store.ts'

export type DueSchedule = {
  workflowId: string
  versionId: string
  nodeId: string
  memberId: string
  dueAt: string
}

/**
 * Schedules whose time has come, each with its next time already written: in the transaction that starts their runs,
 * none is lost and none runs twice. Times missed while nothing ran are made up for by one run.
 */
export async function claimDueSchedules(db: Db, limit: number): Promise<DueSchedule[]> {
  const due = await lockDue(db, limit)
  const now = Date.now()
  // The clocks of the database and of this process may differ a little: never back to the time that is due now.
  for (const { workflowId, nodeId, params, dueAt } of due)
    await setNextAt(db, workflowId, nodeId, nextRun(params, Math.max(now, Date.parse(dueAt))))
  return due.map(({ params: _, ...schedule }) => schedule)
}
