import type { ExecutionStatus } from '@mailwright/contract/executions'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { anonymise } from '../incidents/index.ts'
import { findFailures, findUncounted } from './executions-figures.store.ts'
import type { Progress } from './figures.store.ts'
import { findMedian } from './find-median.ts'
import { rankWorkflows } from './rank-workflows.ts'
import { readAmounts, readEdges } from './read-amounts.ts'
import { type FigureDeps, type Request, readFigures } from './read-figures.ts'
import type { Query } from './read-scope.ts'
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

async function listFailures(db: Db, { scope, window }: Request) {
  const rows = await findFailures(db, scope, window, maxFailures)
  return rows.map(({ error, errorSummary, memberName, ...row }) => ({
    ...row,
    memberName: scope.isOrg ? memberName : null,
    errorSummary: errorSummary ?? anonymise(error),
  }))
}

async function readAll(snapshot: Snapshot, request: Request, progress: Progress) {
  const { scope, window, bounds, pieces } = request
  const { from, to, previousFrom, starts } = window
  const { db } = snapshot
  const uncounted = await findUncounted(db, scope, progress, { from: previousFrom, to, bounds })
  const recentFailures = await listFailures(db, request)
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
    recentFailures,
  }
}

export const readExecutions = (deps: FigureDeps, caller: Caller, query: Query) =>
  readFigures(deps, caller, query, ['executions'], (snapshot, request, { executions }) =>
    readAll(snapshot, request, executions),
  )
