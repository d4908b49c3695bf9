import { offsetAt } from '@mailwright/contract/workflow-graph/cron/time-zone'

const quarterMs = 900_000
const dayMs = 86_400_000
export type Unit = 'hour' | 'day'
const unitMs: Record<Unit, number> = { hour: 3_600_000, day: dayMs }

type Segment = { start: number; end: number; offset: number }

/** The first quarter of an hour in `(low, high]` with another offset than `low`; zones change at those only. */
function findChange(zone: string, low: number, high: number): number {
  const offset = offsetAt(zone, low)
  let [before, after] = [Math.floor(low / quarterMs), Math.ceil(high / quarterMs)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zone, middle * quarterMs) === offset) before = middle
    else after = middle
  }
  return after * quarterMs
}

const maxKnown = 50_000
const known = new Map<string, number>()
const knownChanges = new Map<string, number>()

/** The offset at the beginning of a day since 1970, UTC. */
function offsetOfDay(zone: string, day: number): number {
  const key = `${zone} ${day}`
  const offset = known.get(key) ?? offsetAt(zone, day * dayMs)
  if (known.size >= maxKnown) known.clear()
  known.set(key, offset)
  return offset
}

/** When the offset changes on a day. */
function changeOfDay(zone: string, day: number): number {
  const key = `${zone} ${day}`
  const change = knownChanges.get(key) ?? findChange(zone, day * dayMs, (day + 1) * dayMs)
  if (knownChanges.size >= maxKnown) knownChanges.clear()
  knownChanges.set(key, change)
  return change
}

/** The periods of constant offset from UTC, in whole days. Asks once a day: no zone changes twice within one. */
function segmentsOf(zone: string, firstDay: number, endDay: number): Segment[] {
  const segments: Segment[] = []
  let [start, offset] = [firstDay * dayMs, offsetOfDay(zone, firstDay)]
  for (let day = firstDay; day < endDay; day++) {
    const nextOffset = offsetOfDay(zone, day + 1)
    if (nextOffset === offset) continue
    const change = changeOfDay(zone, day)
    segments.push({ start, end: change, offset })
    ;[start, offset] = [change, nextOffset]
  }
  return [...segments, { start, end: endDay * dayMs, offset }]
}

/**
 * The beginnings of the hours or days of a zone that overlap `[from, to)`. When clocks change, a day has 23 or 25 hours;
 * an hour that occurs twice is two, and one that is cut short begins where the clocks changed.
 */
export function zoneBuckets(zone: string, unit: Unit, from: number, to: number): number[] {
  const size = unitMs[unit]
  const starts: number[] = []
  let last = Number.NaN
  // Two days before, to find where the first one began.
  const firstDay = Math.floor(from / dayMs) - 2
  for (const { start, end: segmentEnd, offset } of segmentsOf(zone, firstDay, Math.ceil(to / dayMs))) {
    if (start >= to) break
    const end = Math.min(segmentEnd, to)
    const first = Math.floor((start + offset) / size)
    // The day goes on after the change; an hour does not.
    const isContinued = unit === 'day' && first === last
    if (!isContinued && starts.at(-1) !== start) starts.push(start)
    for (let index = first + 1; index * size - offset < end; index++) starts.push(index * size - offset)
    last = Math.floor((end - 1 + offset) / size)
  }
  const begin = starts.findLastIndex((start) => start <= from)
  return starts.slice(begin)
}
