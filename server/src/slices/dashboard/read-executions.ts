import type { ExecutionStatus } from '@mailwright/contract/executions'
import type { Static } from '@mailwright/contract/schema'
import { anonymise } from '../incidents/index.ts'
import {
  type FailureRow,
  selectFailures,
  selectUncounted,
  type UncountedRow,
} from './executions-figures.store.ts'
import type { Progress } from './figures.store.ts'
import { findMedian } from './find-median.ts'
import { rankWorkflows } from './rank-workflows.ts'
import { readAmounts, readEdges } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import type { Scope } from './read-scope.ts'
import type { Snapshot } from './roll-ups.ts'
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

const describeFailures = (rows: FailureRow[], { isOrg }: Scope) =>
  rows.map(({ error, errorSummary, memberName, failedAt, ...row }) => ({
    ...row,
    failedAt: new Date(failedAt).toISOString(),
    memberName: isOrg ? memberName : null,
    errorSummary: errorSummary ?? anonymise(error),
  }))

type Rows = { uncounted: UncountedRow[]; failures: FailureRow[] }

async function readAll(
  snapshot: Snapshot,
  request: Request,
  { uncounted, failures }: Rows,
  progress: Progress,
) {
  const { scope, window, pieces } = request
  const { from, to, previousFrom, starts } = window
  const counted = await readAmounts(snapshot, 'executions', scope, pieces)
  const loose = [...(await readEdges(snapshot, 'executions', scope, request)), ...uncounted]
  const rows = [...counted, ...loose]
  const medianOf = (range: { from: number; to: number }, isIn: (row: Amount) => boolean) =>
    findMedian(snapshot, scope, progress, {
      ...range,
      uncounted: uncounted.filter(isIn).flatMap(({ took }) => took ?? []),
    })
  const median = await medianOf({ from, to }, isCurrent)
  const previousMedian = await medianOf({ from: previousFrom, to: from }, isPrevious)
  return {
    current: totalsOf(rows.filter(isCurrent), median),
    previous: totalsOf(rows.filter(isPrevious), previousMedian),
    series: statuses.map((status) => ({ status, values: seriesOf(rows, starts.length, is(status)) })),
    ...(await rankWorkflows(snapshot, request, loose.filter(isCurrent))),
    recentFailures: describeFailures(failures, scope),
  }
}

export const readExecutions = defineReading({
  sources: ['executions'],
  fresh: ({ scope, window: { from, to, previousFrom }, bounds }) => ({
    uncounted: selectUncounted(scope, { from: previousFrom, to, bounds }),
    failures: selectFailures(scope, { from, to }, maxFailures),
  }),
  read: (snapshot, request, rows: Rows, { executions }) => readAll(snapshot, request, rows, executions),
})
