import type { EventRow, Running } from './roll-ups.store.ts'
import { type Edge, previousBucket } from './split-window.ts'

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

/** The total of all marks up to `mark`. */
export function totalUpTo({ marks, upto }: Running, mark: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks[middle] as number) <= mark) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : (upto[low - 1] as number)
}

const hourMs = 3_600_000

/** What is counted in parts of a quarter of an hour. */
export function edgeAmounts(hours: ReadonlyMap<number, EventRow[]>, edges: readonly Edge[]): EventAmount[] {
  const amounts: EventAmount[] = []
  for (const { hour, from, to, bucket } of edges)
    for (const { workflowId, memberId, measure, offsets } of hours.get(hour) ?? []) {
      let [n, last] = [0, 0]
      for (const at of offsets) {
        if (at < from || at >= to) continue
        n++
        last = Math.max(last, at)
      }
      if (n > 0) amounts.push({ workflowId, memberId, measure, bucket, n, lastAt: hour * hourMs + last })
    }
  return amounts
}
