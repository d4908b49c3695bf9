import type { ExecutionStatus } from '@mailwright/contract/executions'
import type { Static } from '@mailwright/contract/schema'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { anonymise } from '../incidents/index.ts'
import { findFailures, findMedian, findUncounted } from './executions-figures.store.ts'
import { type Amount, findAmounts, findEdges, type Progress, useKnownPlans } from './figures.store.ts'
import { rankWorkflows } from './rank-workflows.ts'
import { type Request, readFigures } from './read-figures.ts'
import type { Query } from './read-scope.ts'
import { isCurrent, isPrevious, seriesOf, sumOf } from './sum-amounts.ts'

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

async function readAll(db: Db, request: Request, progress: Progress) {
  const { scope, window, bounds, pieces, edges } = request
  const { from, to, previousFrom, starts } = window
  const uncounted = await findUncounted(db, scope, progress, { from: previousFrom, to, bounds })
  const recentFailures = await listFailures(db, request)
  await useKnownPlans(db)
  const counted = await findAmounts(db, 'executions', scope, pieces)
  const loose = [...(await findEdges(db, 'executions', scope, edges)), ...uncounted]
  const rows = [...counted, ...loose]
  const medianOf = (range: { from: number; to: number }, isIn: (row: Amount) => boolean) =>
    findMedian(db, scope, progress, {
      ...range,
      uncounted: uncounted.filter(isIn).flatMap(({ took }) => took ?? []),
    })
  const median = await medianOf({ from, to }, isCurrent)
  const previousMedian = await medianOf({ from: previousFrom, to: from }, isPrevious)
  return {
    current: totalsOf(rows.filter(isCurrent), median),
    previous: totalsOf(rows.filter(isPrevious), previousMedian),
    series: statuses.map((status) => ({ status, values: seriesOf(rows, starts.length, is(status)) })),
    ...(await rankWorkflows(db, request, loose.filter(isCurrent))),
    recentFailures,
  }
}

export const readExecutions = (database: Database, caller: Caller, query: Query) =>
  readFigures(database, caller, query, 'executions', readAll)
