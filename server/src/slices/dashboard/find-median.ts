import { type DurationList, readLists } from './durations.ts'
import { durationsIn, readEvents } from './events.ts'
import type { Filter } from './figures.store.ts'
import type { Snapshot } from './snapshot.ts'
import { joinEdges, splitPeriod } from './split-window.ts'

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

/** Moves those between two indexes that are not longer to the front; returns the index behind them. */
function partition(durations: Float64Array, start: number, end: number, max: number): number {
  let behindLast = start
  for (let i = start; i < end; i++) {
    const duration = durations[i] as number
    if (duration > max) continue
    durations[i] = durations[behindLast] as number
    durations[behindLast++] = duration
  }
  return behindLast
}

/** How long the finished executions of a period took: sorted lists, and those that are in none. */
export type CountedDurations = { lists: DurationList[]; loose: number[] }

/**
 * The lower median: the smallest duration that at least half of them did not exceed, found by bisection over sorted
 * lists, so that nothing is sorted. Each step searches the part of a list that the one before has left.
 */
export function medianOf(counted: CountedDurations, uncounted: number[]): number | null {
  const lists = counted.lists.filter(({ start, end }) => end > start)
  const loose = Float64Array.from([...counted.loose, ...uncounted])
  if (lists.length === 0 && loose.length === 0) return null
  let [total, low, high] = [loose.length, Number.POSITIVE_INFINITY, 0]
  for (const { marks, upto, start, end } of lists) {
    total += upto[end - 1] as number
    low = Math.min(low, marks[start] as number)
    high = Math.max(high, marks[end - 1] as number)
  }
  for (const duration of loose) {
    low = Math.min(low, duration)
    high = Math.max(high, duration)
  }
  let [looseLow, looseHigh] = [0, loose.length]
  const half = Math.floor((total + 1) / 2)
  const lows = Uint32Array.from(lists, ({ start }) => start)
  const highs = Uint32Array.from(lists, ({ end }) => end)
  const found = new Uint32Array(lists.length)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    let count = 0
    const looseEnd = partition(loose, looseLow, looseHigh, middle)
    count += looseEnd
    for (let i = 0; i < lists.length; i++) {
      const { marks, upto, start } = lists[i] as DurationList
      const index = behind(marks, lows[i] as number, highs[i] as number, middle)
      found[i] = index
      if (index > start) count += upto[index - 1] as number
    }
    if (count >= half) {
      high = middle
      looseHigh = looseEnd
      highs.set(found)
    } else {
      low = middle + 1
      looseLow = looseEnd
      lows.set(found)
    }
  }
  return low
}

type Period = { from: number; to: number }

/** The durations of what is counted in two periods. */
export async function readDurations(
  snapshot: Snapshot,
  filter: Filter,
  periods: readonly [Period, Period],
): Promise<[CountedDurations, CountedDurations]> {
  const closedUntil = snapshot.moment.get('executions')?.closedUntil ?? 0
  // Only the organisation and its members have lists of hours.
  const hasHours = filter.workflowId === null && filter.mailboxId === null
  const partsOf = ({ from, to }: Period) => {
    const { firstDay, endDay, hours, edges } = splitPeriod(from, to, closedUntil)
    return {
      days: Array.from({ length: endDay - firstDay }, (_, i) => firstDay + i),
      hours: hasHours ? hours.map(({ hour }) => hour) : [],
      edges: hasHours ? edges : joinEdges([...edges, ...hours]),
    }
  }
  const [first, second] = [partsOf(periods[0]), partsOf(periods[1])]
  const [[firstLists = [], secondLists = []], events] = await Promise.all([
    readLists(snapshot, filter, [first, second]),
    readEvents(snapshot, 'executions', filter, [...first.edges, ...second.edges]),
  ])
  const behindFirst = first.edges.length
  return [
    { lists: firstLists, loose: durationsIn(events.slice(0, behindFirst)) },
    { lists: secondLists, loose: durationsIn(events.slice(behindFirst)) },
  ]
}
