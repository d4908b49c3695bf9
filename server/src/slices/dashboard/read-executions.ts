import type { ExecutionStatus } from '@mailwright/contract/executions'
import type { Static } from '@mailwright/contract/schema'
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
import type { Progress } from './figures.store.ts'
import { findMedians } from './find-median.ts'
import { rankWorkflows } from './rank-workflows.ts'
import { readAmounts } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import type { Scope } from './read-scope.ts'
import { nameOf } from './roll-ups.ts'
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

const maxSummaries = 1_000
const summaries = new Map<string, string>()

/** The same failures are listed in one reply after another. */
function summarise(error: string): string {
  const known = summaries.get(error)
  if (known !== undefined) return known
  if (summaries.size >= maxSummaries) summaries.clear()
  const summary = anonymise(error)
  summaries.set(error, summary)
  return summary
}

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

async function readAll(
  snapshot: Snapshot,
  request: Request,
  { uncounted, failures, names }: Rows,
  { closedUntil }: Progress,
) {
  const { scope, window, pieces, edges } = request
  const { from, to, previousFrom, starts } = window
  const counted = await readAmounts(snapshot, 'executions', scope, pieces)
  const events = await readEvents(snapshot, 'executions', scope, edges)
  const loose = [...edgeAmounts(snapshot.cache, events), ...uncounted]
  const rows = [...counted, ...loose]
  const tookIn = (isIn: (row: Amount) => boolean) => uncounted.filter(isIn).flatMap(({ took }) => took ?? [])
  const [median = null, previousMedian = null] = await findMedians(snapshot, scope, closedUntil, [
    { from, to, uncounted: tookIn(isCurrent) },
    { from: previousFrom, to: from, uncounted: tookIn(isPrevious) },
  ])
  return {
    current: totalsOf(rows.filter(isCurrent), median),
    previous: totalsOf(rows.filter(isPrevious), previousMedian),
    series: statuses.map((status) => ({ status, values: seriesOf(rows, starts.length, is(status)) })),
    ...(await rankWorkflows(snapshot, request, { loose: loose.filter(isCurrent), events, names })),
    recentFailures: describeFailures(failures, scope),
  }
}

export const readExecutions = defineReading({
  sources: ['executions'],
  fresh: ({ scope, window: { from, to, previousFrom }, bounds }, { likelyWorkflows }) => ({
    uncounted: selectUncounted(scope, { from: previousFrom, to, bounds }),
    failures: selectFailures(scope, { from, to }, maxFailures),
    names: selectWorkflowNames(likelyWorkflows.of(nameOf(scope))),
  }),
  read: (snapshot, request, rows: Rows, { executions }) => readAll(snapshot, request, rows, executions),
})
