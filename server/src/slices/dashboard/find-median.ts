import { type DurationList, readLists } from './durations.ts'
import { durationsIn, readEvents } from './events.ts'
import type { Filter } from './figures.store.ts'
import type { Snapshot } from './snapshot.ts'
import { joinEdges, splitPeriod } from './split-window.ts'

/** A list of single durations. */
function listOf(durations: number[]): DurationList {
  const marks = Float64Array.from(durations).sort()
  const upto = new Float64Array(marks.length)
  for (let i = 0; i < upto.length; i++) upto[i] = i + 1
  return { marks, upto, start: 0, end: marks.length }
}

/** The first index from `low` on, before `high`, with a longer duration. */
function behind(marks: DurationList['marks'], start: number, end: number, duration: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks[middle] as number) <= duration) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The lower median: the smallest duration that at least half of them did not exceed, found by bisection over sorted
 * lists, so that nothing large is sorted. Each step searches the part of a list that the one before has left.
 */
function medianOf(all: readonly DurationList[]): number | null {
  const lists = all.filter(({ start, end }) => end > start)
  if (lists.length === 0) return null
  let [total, low, high] = [0, Number.POSITIVE_INFINITY, 0]
  for (const { marks, upto, start, end } of lists) {
    total += upto[end - 1] as number
    low = Math.min(low, marks[start] as number)
    high = Math.max(high, marks[end - 1] as number)
  }
  const half = Math.floor((total + 1) / 2)
  const lows = Uint32Array.from(lists, ({ start }) => start)
  const highs = Uint32Array.from(lists, ({ end }) => end)
  const found = new Uint32Array(lists.length)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    let count = 0
    for (let i = 0; i < lists.length; i++) {
      const { marks, upto, start } = lists[i] as DurationList
      const index = behind(marks, lows[i] as number, highs[i] as number, middle)
      found[i] = index
      if (index > start) count += upto[index - 1] as number
    }
    if (count >= half) {
      high = middle
      highs.set(found)
    } else {
      low = middle + 1
      lows.set(found)
    }
  }
  return low
}

type Period = { from: number; to: number; uncounted: number[] }

/** The medians of how long the finished executions of periods took; `uncounted` are those that are not counted yet. */
export async function findMedians(
  snapshot: Snapshot,
  filter: Filter,
  closedUntil: number,
  periods: readonly Period[],
) {
  // Only the organisation and its members have lists of hours.
  const hasHours = filter.workflowId === null && filter.mailboxId === null
  const parts = periods.map(({ from, to }) => {
    const { firstDay, endDay, hours, edges } = splitPeriod(from, to, closedUntil)
    return {
      days: Array.from({ length: endDay - firstDay }, (_, i) => firstDay + i),
      hours: hasHours ? hours.map(({ hour }) => hour) : [],
      edges: hasHours ? edges : joinEdges([...edges, ...hours]),
    }
  })
  const lists = await readLists(snapshot, filter, parts)
  const edges = parts.flatMap((part) => part.edges)
  const events = await readEvents(snapshot, 'executions', filter, edges)
  let next = 0
  return periods.map(({ uncounted }, i) => {
    const end = next + (parts[i]?.edges.length ?? 0)
    const loose = durationsIn(snapshot.cache, events.slice(next, end))
    next = end
    return medianOf([...(lists[i] ?? []), listOf([...uncounted, ...loose])])
  })
}
