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
 * Claims due schedules and stores their next time. In the transaction that starts their runs, none is lost and none
 * runs twice. Times missed while no process ran result in a single run.
 */
export async function claimDueSchedules(db: Db, limit: number): Promise<DueSchedule[]> {
  const due = await lockDue(db, limit)
  const now = Date.now()
  // The clocks of the database and this process may differ slightly: never schedule the same time again.
  for (const { workflowId, nodeId, params, dueAt } of due)
    await setNextAt(db, workflowId, nodeId, nextRun(params, Math.max(now, Date.parse(dueAt))))
  return due.map(({ params: _, ...schedule }) => schedule)
}
