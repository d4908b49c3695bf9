import type { RunFigures } from './dashboard.queries.ts'

type Failure = RunFigures['recentFailures'][number]

/** Failures of the same step with the same error are one cause. The newest comes first, as they are given. */
export function causesOf(failures: readonly Failure[]) {
  const causes = new Map<string, { id: string; count: number; last: Failure }>()
  for (const failure of failures) {
    const id = [failure.workflowId, failure.nodeId, failure.errorCode, failure.errorSummary].join('\n')
    const known = causes.get(id)
    causes.set(id, { id, count: (known?.count ?? 0) + 1, last: known?.last ?? failure })
  }
  return [...causes.values()]
}
