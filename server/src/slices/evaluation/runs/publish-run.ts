import type { Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { CaseRow } from './cases.store.ts'
import { describeCase } from './describe-case.ts'
import type { RunRow, RunView } from './runs.store.ts'

export const publishRun = (db: Db, live: Live, memberId: string, run: RunView) => {
  const { id: runId, workflowId, nodeId, status, totals } = run
  live.publish(db, { memberId, type: 'eval.updated', data: { runId, workflowId, nodeId, status, totals } })
}

export const publishCase = (db: Db, live: Live, { memberId, classifier }: RunRow, row: CaseRow) =>
  live.publish(db, {
    memberId,
    type: 'eval.case',
    data: { runId: row.runId, caseId: row.id, ...describeCase(row, classifier) },
  })
