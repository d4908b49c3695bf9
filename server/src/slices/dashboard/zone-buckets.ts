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

/** The offset at the beginning of a day since 1970, UTC. */
function offsetOfDay(zone: string, day: number): number {
  const key = `${zone} ${day}`
  const offset = known.get(key) ?? offsetAt(zone, day * dayMs)
  if (known.size >= maxKnown) known.clear()
  known.set(key, offset)
  return offset
}

/** The periods of constant offset from UTC. Asks once a day: no zone changes twice within one. */
function segmentsOf(zone: string, from: number, to: number): Segment[] {
  const segments: Segment[] = []
  let [start, offset] = [from, offsetAt(zone, from)]
  for (let at = from; at < to; at = (Math.floor(at / dayMs) + 1) * dayMs) {
    const next = Math.min((Math.floor(at / dayMs) + 1) * dayMs, to)
    const nextOffset = next === to ? offsetAt(zone, to) : offsetOfDay(zone, next / dayMs)
    if (nextOffset === offset) continue
    const change = findChange(zone, at, next)
    segments.push({ start, end: change, offset })
    ;[start, offset] = [change, nextOffset]
  }
  return [...segments, { start, end: to, offset }]
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
  for (const { start, end, offset } of segmentsOf(zone, from - 2 * dayMs, to)) {
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
