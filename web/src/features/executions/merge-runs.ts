import type { Run, RunPages } from './executions.types.ts'

const isBelow = (run: Run, last: Run) =>
  run.createdAt < last.createdAt || (run.createdAt === last.createdAt && run.id < last.id)

/** Puts a newly read head over what is known: its range is replaced, what lies below is kept. */
export function mergeRuns(known: RunPages | undefined, head: RunPages): RunPages {
  const last = head.runs.at(-1)
  if (!known || !last || head.nextCursor === null) return head
  const below = known.runs.filter((run) => isBelow(run, last))
  return below.length > 0 ? { runs: [...head.runs, ...below], nextCursor: known.nextCursor } : head
}
