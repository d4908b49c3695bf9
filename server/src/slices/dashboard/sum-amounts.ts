import { previousBucket } from './split-window.ts'

export type Amount = { measure: string; bucket: number; n: number }
export type EventAmount = Amount & { workflowId: string | null; memberId: string; lastAt: number }

type Is = (measure: string) => boolean

export const isCurrent = ({ bucket }: { bucket: number }) => bucket !== previousBucket
export const isPrevious = ({ bucket }: { bucket: number }) => bucket === previousBucket

export const sumOf = (rows: readonly Amount[], is: Is) =>
  rows.reduce((sum, { measure, n }) => (is(measure) ? sum + n : sum), 0)

/** One sum per bucket of the window. */
export function seriesOf(rows: readonly Amount[], length: number, is: Is): number[] {
  const values = new Array<number>(length).fill(0)
  for (const { measure, bucket, n } of rows)
    if (bucket !== previousBucket && is(measure)) values[bucket] = (values[bucket] ?? 0) + n
  return values
}
