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
 * runs twice. Times missed while no process ran result in a single run. After the clock was set back, schedules go on by
 * the new time.
 */
export async function claimDueSchedules(db: Db, limit: number): Promise<DueSchedule[]> {
  const locked = await lockDue(db, limit)
  const now = Date.now()
  // The clocks of the database and this process may differ slightly: never schedule the same time again.
  for (const { workflowId, nodeId, params, dueAt, isDue } of locked)
    await setNextAt(db, workflowId, nodeId, nextRun(params, isDue ? Math.max(now, Date.parse(dueAt)) : now))
  return locked.filter(({ isDue }) => isDue).map(({ params: _, isDue: __, ...schedule }) => schedule)
}
