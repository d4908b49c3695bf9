import type { Window } from './read-window.ts'

const quarterMs = 900_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** The bucket of what belongs to the previous period. */
export const previousBucket = -1

/** Quarters of an hour of a day since 1970, UTC. */
export type Piece = { day: number; fromQuarter: number; toQuarter: number; bucket: number }
/** A part of an hour since 1970, in milliseconds. */
export type Edge = { hour: number; from: number; to: number; bucket: number }

const floor = (at: number, unit: number) => Math.floor(at / unit) * unit
const ceil = (at: number, unit: number) => Math.ceil(at / unit) * unit

function piecesOf(from: number, to: number, bucket: number): Piece[] {
  const pieces: Piece[] = []
  for (let at = from; at < to; ) {
    const start = floor(at, dayMs)
    const end = Math.min(start + dayMs, to)
    pieces.push({
      day: start / dayMs,
      fromQuarter: (at - start) / quarterMs,
      toQuarter: (end - start) / quarterMs,
      bucket,
    })
    at = end
  }
  return pieces
}

/** The parts of `[from, to)` outside whole units; a unit is an hour or a part of one. */
function edgesOf(from: number, to: number, unit: number, bucketAt: (at: number) => number): Edge[] {
  const [start, end] = [ceil(from, unit), floor(to, unit)]
  const ranges =
    start > end
      ? [[from, to]]
      : [
          [from, start],
          [end, to],
        ]
  return ranges
    .map(([a = 0, b = 0]) => ({ a, b, hour: floor(a, hourMs) }))
    .filter(({ a, b }) => a < b)
    .map(({ a, b, hour }) => ({ hour: hour / hourMs, from: a - hour, to: b - hour, bucket: bucketAt(a) }))
}

/** The quarters of an hour inside a window, by bucket, and what is left at its ends. */
export function splitWindow({ from, to, previousFrom, starts }: Window) {
  const [start, end] = [ceil(from, quarterMs), floor(to, quarterMs)]
  const bucketAt = (at: number) => starts.findLastIndex((one) => one <= at)
  // Rounded, because some zones had offsets of minutes and seconds until 1972.
  const current = starts.flatMap((begin, i) =>
    piecesOf(
      Math.max(ceil(begin, quarterMs), start),
      Math.min(ceil(starts[i + 1] ?? end, quarterMs), end),
      i,
    ),
  )
  const previous = piecesOf(ceil(previousFrom, quarterMs), floor(from, quarterMs), previousBucket)
  return {
    current: piecesOf(start, end, 0),
    pieces: [...previous, ...current],
    edges: [
      ...edgesOf(previousFrom, from, quarterMs, () => previousBucket),
      ...edgesOf(from, to, quarterMs, bucketAt),
    ],
  }
}

const hoursOf = (from: number, to: number): Edge[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
    hour: from + i,
    from: 0,
    to: hourMs,
    bucket: 0,
  }))

/** The whole days of a period that are before `closedUntil`, the other whole hours, and the parts of hours at its ends. */
export function splitPeriod(from: number, to: number, closedUntil: number) {
  const [firstHour, endHour] = [Math.ceil(from / hourMs), Math.floor(to / hourMs)]
  const firstDay = Math.ceil(from / dayMs)
  const endDay = Math.max(firstDay, Math.min(Math.floor(to / dayMs), closedUntil))
  const hasDays = endDay > firstDay
  return {
    firstDay,
    endDay,
    hours: hasDays
      ? [...hoursOf(firstHour, firstDay * 24), ...hoursOf(endDay * 24, endHour)]
      : hoursOf(firstHour, endHour),
    edges: edgesOf(from, to, hourMs, () => 0),
  }
}

/** Parts of hours that follow each other on a day, as one. */
export function joinEdges(edges: readonly Edge[]): Edge[] {
  const joined: Edge[] = []
  for (const edge of edges.toSorted((a, b) => a.hour - b.hour || a.from - b.from)) {
    const last = joined.at(-1)
    const start = last ? (edge.hour - last.hour) * hourMs + edge.from : 0
    const isSameDay = last !== undefined && Math.floor(last.hour / 24) === Math.floor(edge.hour / 24)
    if (isSameDay && last.to === start) last.to += edge.to - edge.from
    else joined.push({ ...edge })
  }
  return joined
}
