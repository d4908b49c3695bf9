import { completeNames } from './complete-names.ts'
import type { DayTotals } from './day-totals.ts'
import type { EdgeEvents } from './events.ts'
import { selectWorkflowNames, type WorkflowNames } from './executions-figures.store.ts'
import { readLastRuns } from './last-runs.ts'
import { createSum } from './read-amounts.ts'
import type { Request } from './read-figures.ts'
import { readDaysBy } from './roll-ups.ts'
import type { Snapshot } from './snapshot.ts'
import type { EventAmount } from './sum-amounts.ts'
import { topOf } from './top-of.ts'

const maxWorkflows = 10
// What is not counted yet may bring some into the list; those behind it are the likeliest.
const maxLikely = maxWorkflows + 3

type Activity = {
  workflowId: string
  memberId: string
  total: number
  succeeded: number
  failed: number
  lastAt: number
}
type Activities = Map<string, Activity>

function add(byId: Activities, { workflowId, memberId, measure, n, lastAt }: EventAmount) {
  if (workflowId === null || n === 0) return
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

const isFirst = (a: Activity, b: Activity) => a.workflowId < b.workflowId

/** Those that ran and failed most. */
function rank(byId: Activities, max: number) {
  const top = topOf(byId.values(), max, ({ total }) => total, isFirst)
  const failing = topOf(byId.values(), max, ({ failed }) => failed, isFirst)
  return { top, failing, shown: [...new Set([...top, ...failing])] }
}

export type CountedWorkflows = {
  byId: Activities
  days: DayTotals[]
  events: EdgeEvents[]
  /** Those that the list shows, unless what is not counted yet changes it. */
  likely: { id: string; memberId: string }[]
  lastRuns: Map<string, number>
}

export const readWorkflowDays = (snapshot: Snapshot, { scope, current }: Request) =>
  readDaysBy(snapshot, { source: 'executions', by: 'workflow', filter: scope }, current)

type Read = {
  days: DayTotals[]
  events: EdgeEvents[]
  /** What whole quarters of an hour do not contain, found in the events. */
  edges: EventAmount[]
}

/** The runs of each workflow. */
export async function countWorkflows(
  snapshot: Snapshot,
  { scope, current }: Request,
  { days, events, edges }: Read,
): Promise<CountedWorkflows> {
  const byId: Activities = new Map()
  const sum = createSum(snapshot.cache)
  for (let i = 0; i < current.length; i++) {
    const [piece, day] = [current[i], days[i]]
    if (piece && day) sum.add(day, piece)
  }
  sum.take(({ subject, memberId, measure }, n) =>
    add(byId, { workflowId: subject, memberId, measure, n, bucket: 0, lastAt: 0 }),
  )
  for (const one of edges) add(byId, one)
  const { shown } = rank(byId, maxLikely)
  return {
    byId,
    days,
    events,
    likely: shown.map(({ workflowId, memberId }) => ({ id: workflowId, memberId })),
    lastRuns: await readLastRuns(snapshot, scope, { pieces: current, days, events }, shown),
  }
}

/** The workflows that ran and failed most. */
export async function rankWorkflows(
  snapshot: Snapshot,
  { scope, current }: Request,
  { byId, days, events, lastRuns }: CountedWorkflows,
  uncounted: EventAmount[],
  names: WorkflowNames[],
) {
  for (const one of uncounted) add(byId, one)
  const { top, failing, shown } = rank(byId, maxWorkflows)
  const others = shown.filter(({ workflowId }) => !lastRuns.has(workflowId))
  const otherRuns = await readLastRuns(snapshot, scope, { pieces: current, days, events }, others)
  const workflows = shown.map(({ workflowId, memberId }) => ({ id: workflowId, memberId }))
  const nameOf = await completeNames(snapshot.db, workflows, names, selectWorkflowNames)
  const describe = ({ workflowId, total, succeeded, failed, lastAt }: Activity) => {
    const known = nameOf.get(workflowId)
    const lastCounted = lastRuns.get(workflowId) ?? otherRuns.get(workflowId) ?? 0
    return {
      workflowId,
      total,
      succeeded,
      failed,
      name: known?.name ?? '',
      memberName: scope.isOrg ? (known?.memberName ?? null) : null,
      lastRunAt: new Date(Math.max(lastAt, lastCounted)).toISOString(),
    }
  }
  return { topWorkflows: top.map(describe), failingWorkflows: failing.map(describe) }
}
