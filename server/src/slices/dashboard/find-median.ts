import type { Filter, Progress } from './figures.store.ts'
import type { EventRow, Running } from './roll-ups.store.ts'
import { readDurations, readEvents, type Snapshot } from './roll-ups.ts'
import { type Edge, splitPeriod } from './split-window.ts'
import { totalUpTo } from './sum-amounts.ts'

/** A running total of single durations. */
function runningOf(durations: number[]): Running {
  const marks = Float64Array.from(durations).sort()
  return { marks, upto: marks.map((_, i) => i + 1) }
}

/**
 * The lower median: the smallest duration that at least half of them did not exceed, found by bisection over sorted
 * lists, so that nothing large is sorted.
 */
function medianOf(lists: readonly Running[]): number | null {
  const filled = lists.filter(({ marks }) => marks.length > 0)
  const total = filled.reduce((sum, { upto }) => sum + (upto.at(-1) as number), 0)
  if (total === 0) return null
  const half = Math.floor((total + 1) / 2)
  let low = Math.min(...filled.map(({ marks }) => marks[0] as number))
  let high = Math.max(...filled.map(({ marks }) => marks.at(-1) as number))
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const count = filled.reduce((sum, list) => sum + totalUpTo(list, middle), 0)
    if (count >= half) high = middle
    else low = middle + 1
  }
  return low
}

/** The durations of what was created in parts of hours. */
function durationsIn(hours: ReadonlyMap<number, EventRow[]>, edges: readonly Edge[]) {
  const found: number[] = []
  for (const { hour, from, to } of edges)
    for (const { measure, offsets, took } of hours.get(hour) ?? []) {
      if (measure === 'cancelled') continue
      for (const [i, at] of offsets.entries()) if (at >= from && at < to) found.push(took[i] as number)
    }
  return found
}

type Period = { from: number; to: number; uncounted: number[] }

/** The median of how long the finished executions of a period took; `uncounted` are those that are not counted yet. */
export async function findMedian(
  snapshot: Snapshot,
  filter: Filter,
  { closedUntil }: Progress,
  { from, to, uncounted }: Period,
) {
  const { firstDay, endDay, hours, edges } = splitPeriod(from, to, closedUntil)
  // Only the organisation and its members have lists of hours.
  const hasHours = filter.workflowId === null && filter.mailboxId === null
  const loose = hasHours ? edges : [...edges, ...hours]
  const days = Array.from({ length: endDay - firstDay }, (_, i) => (firstDay + i) * 24)
  const byDay = await readDurations(snapshot, filter, 24, days)
  const byHour = await readDurations(snapshot, filter, 1, hasHours ? hours.map(({ hour }) => hour) : [])
  const events = await readEvents(
    snapshot,
    'executions',
    filter,
    loose.map(({ hour }) => hour),
  )
  return medianOf([
    ...[...byDay.values()].flat(),
    ...[...byHour.values()].flat(),
    runningOf([...uncounted, ...durationsIn(events, loose)]),
  ])
}
