import { describeWorkflows } from './executions-figures.store.ts'
import { addAmountsBy } from './read-amounts.ts'
import type { Request } from './read-figures.ts'
import type { Snapshot } from './roll-ups.ts'
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

/** The workflows that ran and failed most. `loose` is what the whole quarters of an hour do not contain. */
export async function rankWorkflows(
  snapshot: Snapshot,
  { scope, window, current }: Request,
  loose: EventAmount[],
) {
  const by = { source: 'executions' as const, by: 'workflow' as const, filter: scope }
  const { byId: sums, add } = createSums()
  await addAmountsBy(snapshot, by, current, ({ subject, memberId, measure }, n) =>
    add(subject, memberId, measure, n, 0),
  )
  for (const { workflowId, memberId, measure, n, lastAt } of loose)
    if (workflowId !== null) add(workflowId, memberId, measure, n, lastAt)
  const activities = [...sums.values()]
  const [top, failing] = [ranked(activities, (row) => row.total), ranked(activities, (row) => row.failed)]
  const shown = await describeWorkflows(snapshot.db, scope, [...new Set([...top, ...failing])], window.to)
  const byId = new Map(shown.map((row) => [row.workflowId, row]))
  const describe = ({ memberId: _, lastAt, ...row }: Activity) => {
    const known = byId.get(row.workflowId)
    return {
      ...row,
      name: known?.name ?? '',
      memberName: scope.isOrg ? (known?.memberName ?? null) : null,
      lastRunAt: new Date(Math.max(lastAt, known?.lastAt ?? 0)).toISOString(),
    }
  }
  return { topWorkflows: top.map(describe), failingWorkflows: failing.map(describe) }
}
