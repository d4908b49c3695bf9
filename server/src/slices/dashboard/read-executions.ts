import type { ExecutionStatus } from '@mailwright/contract/executions'
import type { Static } from '@mailwright/contract/schema'
import { memoize } from '../../platform/memoize.ts'
import { anonymise } from '../incidents/index.ts'
import { edgeAmounts, readEvents } from './events.ts'
import {
  type FailureRow,
  selectFailures,
  selectUncounted,
  selectWorkflowNames,
  type UncountedRow,
  type WorkflowNames,
} from './executions-figures.store.ts'
import { medianOf, readDurations } from './find-median.ts'
import { countWorkflows, rankWorkflows, readWorkflowDays } from './rank-workflows.ts'
import { readAmounts } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import type { Scope } from './read-scope.ts'
import type { Snapshot } from './snapshot.ts'
import { type Amount, isCurrent, isPrevious, seriesOf, sumOf } from './sum-amounts.ts'

const maxFailures = 20

type Status = Static<typeof ExecutionStatus>
const statuses: Status[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled']
const is = (status: Status) => (measure: string) => measure === status

function totalsOf(rows: Amount[], medianDurationMs: number | null) {
  const [succeeded, failed] = [sumOf(rows, is('succeeded')), sumOf(rows, is('failed'))]
  return {
    total: sumOf(rows, () => true),
    byStatus: statuses.map((status) => ({ status, count: sumOf(rows, is(status)) })),
    successRate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
    medianDurationMs,
  }
}

/** The same failures are listed in one reply after another. */
const summarise = memoize(anonymise, 1_000)

const describeFailures = (rows: FailureRow[], { isOrg }: Scope) =>
  rows.map((row) => ({
    executionId: row.executionId,
    workflowId: row.workflowId,
    workflowName: row.workflowName,
    memberName: isOrg ? row.memberName : null,
    failedAt: new Date(row.failedAt).toISOString(),
    errorCode: row.errorCode,
    errorSummary: row.errorSummary ?? summarise(row.error),
    nodeId: row.nodeId,
    nodeName: row.nodeName,
    acknowledged: row.acknowledged,
  }))

type Rows = { uncounted: UncountedRow[]; failures: FailureRow[]; names: WorkflowNames[] }

async function countAll(snapshot: Snapshot, request: Request) {
  const { scope, window, pieces, edges } = request
  const { from, to, previousFrom } = window
  const periods = [
    { from, to },
    { from: previousFrom, to: from },
  ] as const
  const [amounts, [current, previous], events, days] = await Promise.all([
    readAmounts(snapshot, 'executions', scope, pieces),
    // Before the events at the ends of the window, which are nearly always among those of the durations.
    readDurations(snapshot, scope, periods),
    readEvents(snapshot, 'executions', scope, edges),
    readWorkflowDays(snapshot, request),
  ])
  const loose = edgeAmounts(snapshot.cache, events)
  const workflows = await countWorkflows(snapshot, request, { days, events, edges: loose.filter(isCurrent) })
  return { amounts: [...amounts, ...loose], current, previous, workflows }
}

async function describeAll(
  snapshot: Snapshot,
  request: Request,
  counted: Awaited<ReturnType<typeof countAll>>,
  { uncounted, failures, names }: Rows,
) {
  const { scope, window } = request
  const rows = [...counted.amounts, ...uncounted]
  const newRows = uncounted.filter(isCurrent)
  const tookIn = (some: UncountedRow[]) => some.flatMap(({ took }) => took ?? [])
  return {
    current: totalsOf(rows.filter(isCurrent), medianOf(counted.current, tookIn(newRows))),
    previous: totalsOf(
      rows.filter(isPrevious),
      medianOf(counted.previous, tookIn(uncounted.filter(isPrevious))),
    ),
    series: statuses.map((status) => ({ status, values: seriesOf(rows, window.starts.length, is(status)) })),
    ...(await rankWorkflows(snapshot, request, counted.workflows, newRows, names)),
    recentFailures: describeFailures(failures, scope),
  }
}

export const readExecutions = defineReading({
  sources: ['executions'],
  count: countAll,
  fresh: ({ scope, window: { from, to, previousFrom }, bounds }, { workflows }) => ({
    uncounted: selectUncounted(scope, { from: previousFrom, to, bounds }),
    failures: selectFailures(scope, { from, to }, maxFailures),
    names: selectWorkflowNames(workflows.likely),
  }),
  describe: (snapshot, request, counted, rows: Rows) => describeAll(snapshot, request, counted, rows),
})
