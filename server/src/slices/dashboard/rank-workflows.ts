import type { EdgeEvents } from './events.ts'
import { selectWorkflowNames, type WorkflowNames } from './executions-figures.store.ts'
import { readLastRuns } from './last-runs.ts'
import { completeNames } from './likely-names.ts'
import { createSum } from './read-amounts.ts'
import type { Request } from './read-figures.ts'
import { nameOf, readDaysBy } from './roll-ups.ts'
import type { Snapshot } from './snapshot.ts'
import type { EventAmount } from './sum-amounts.ts'

const maxWorkflows = 10

type Activity = {
  workflowId: string
  memberId: string
  total: number
  succeeded: number
  failed: number
  lastAt: number
}

function createSums() {
  const byId = new Map<string, Activity>()
  const add = (workflowId: string, memberId: string, measure: string, n: number, lastAt: number) => {
    if (n === 0) return
    let known = byId.get(workflowId)
    if (!known) {
      known = { workflowId, memberId, total: 0, succeeded: 0, failed: 0, lastAt: 0 }
      byId.set(workflowId, known)
    }
    known.total += n
    if (measure === 'succeeded') known.succeeded += n
    else if (measure === 'failed') known.failed += n
    if (lastAt > known.lastAt) known.lastAt = lastAt
  }
  return { byId, add }
}

const ranked = (rows: Activity[], of: (row: Activity) => number) =>
  rows
    .filter((row) => of(row) > 0)
    .sort((a, b) => of(b) - of(a) || (a.workflowId < b.workflowId ? -1 : 1))
    .slice(0, maxWorkflows)

type Read = {
  /** What the whole quarters of an hour do not contain. */
  loose: EventAmount[]
  /** What was read to cut the ends of the window. */
  events: EdgeEvents[]
  names: WorkflowNames[]
}

/** The workflows that ran and failed most. */
export async function rankWorkflows(
  snapshot: Snapshot,
  { scope, current }: Request,
  { loose, events, names }: Read,
) {
  const by = { source: 'executions' as const, by: 'workflow' as const, filter: scope }
  const days = await readDaysBy(snapshot, by, current)
  const { byId: sums, add } = createSums()
  const sum = createSum(snapshot.cache)
  current.forEach((piece, i) => {
    const day = days[i]
    if (day) sum.add(day, piece)
  })
  sum.take(({ subject, memberId, measure }, n) => add(subject, memberId, measure, n, 0))
  for (const { workflowId, memberId, measure, n, lastAt } of loose)
    if (workflowId !== null) add(workflowId, memberId, measure, n, lastAt)
  const activities = [...sums.values()]
  const [top, failing] = [ranked(activities, (row) => row.total), ranked(activities, (row) => row.failed)]
  const shown = [...new Set([...top, ...failing])]
  const lastRuns = await readLastRuns(snapshot, scope, { pieces: current, days, events }, shown)
  const workflows = shown.map(({ workflowId, memberId }) => ({ id: workflowId, memberId }))
  const byId = await completeNames(snapshot.db, workflows, names, selectWorkflowNames)
  snapshot.cache.likelyWorkflows.note(nameOf(scope), workflows)
  const describe = ({ workflowId, total, succeeded, failed, lastAt }: Activity) => {
    const known = byId.get(workflowId)
    return {
      workflowId,
      total,
      succeeded,
      failed,
      name: known?.name ?? '',
      memberName: scope.isOrg ? (known?.memberName ?? null) : null,
      lastRunAt: new Date(Math.max(lastAt, lastRuns.get(workflowId) ?? 0)).toISOString(),
    }
  }
  return { topWorkflows: top.map(describe), failingWorkflows: failing.map(describe) }
}
