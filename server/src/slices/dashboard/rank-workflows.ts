import type { Db } from '../../platform/db/database.ts'
import { findLastRuns, findMemberNames, findWorkflowNames } from './executions-figures.store.ts'
import { type EventAmount, findAmountsBy } from './figures.store.ts'
import type { Request } from './read-figures.ts'

const maxWorkflows = 10

type Activity = {
  workflowId: string
  memberId: string
  total: number
  succeeded: number
  failed: number
  lastAt: number
}

function sumByWorkflow(
  counted: { id: string; memberId: string; measure: string; n: number }[],
  loose: EventAmount[],
): Activity[] {
  const byId = new Map<string, Activity>()
  const add = (workflowId: string, memberId: string, measure: string, n: number, lastAt: number) => {
    if (n === 0) return
    const empty = { workflowId, memberId, total: 0, succeeded: 0, failed: 0, lastAt: 0 }
    const known = byId.get(workflowId) ?? empty
    byId.set(workflowId, {
      ...known,
      total: known.total + n,
      succeeded: known.succeeded + (measure === 'succeeded' ? n : 0),
      failed: known.failed + (measure === 'failed' ? n : 0),
      lastAt: Math.max(known.lastAt, lastAt),
    })
  }
  for (const { id, memberId, measure, n } of counted) add(id, memberId, measure, n, 0)
  for (const { workflowId, memberId, measure, n, lastAt } of loose)
    if (workflowId !== null) add(workflowId, memberId, measure, n, Date.parse(lastAt))
  return [...byId.values()]
}

const ranked = (rows: Activity[], of: (row: Activity) => number) =>
  rows
    .filter((row) => of(row) > 0)
    .sort((a, b) => of(b) - of(a) || (a.workflowId < b.workflowId ? -1 : 1))
    .slice(0, maxWorkflows)

/** The workflows that ran and failed most. `loose` is what the whole quarters of an hour do not contain. */
export async function rankWorkflows(db: Db, { scope, window, current }: Request, loose: EventAmount[]) {
  const asked = { source: 'executions', by: 'workflow' as const, filter: scope }
  const counted = await findAmountsBy(db, asked, current)
  const activities = sumByWorkflow(counted, loose)
  const [top, failing] = [ranked(activities, (row) => row.total), ranked(activities, (row) => row.failed)]
  const shown = [...top, ...failing]
  const ids = [...new Set(shown.map(({ workflowId }) => workflowId))]
  const memberIds = scope.isOrg ? [...new Set(shown.map(({ memberId }) => memberId))] : []
  const names = new Map((await findWorkflowNames(db, ids)).map((row) => [row.workflowId, row.name]))
  const memberNames = new Map((await findMemberNames(db, memberIds)).map((row) => [row.memberId, row.name]))
  const lastRuns = new Map(
    (await findLastRuns(db, scope, ids, window.to)).map((row) => [row.workflowId, row.lastAt]),
  )
  const describe = ({ memberId, lastAt, ...row }: Activity) => ({
    ...row,
    name: names.get(row.workflowId) ?? '',
    memberName: memberNames.get(memberId) ?? null,
    lastRunAt: new Date(Math.max(lastAt, lastRuns.get(row.workflowId) ?? 0)).toISOString(),
  })
  return { topWorkflows: top.map(describe), failingWorkflows: failing.map(describe) }
}
