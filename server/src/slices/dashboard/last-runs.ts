import { type DayTotals, lastQuarterIn, quartersOfDay } from './day-totals.ts'
import type { EdgeEvents } from './events.ts'
import type { Filter } from './figures.store.ts'
import { findLastRuns } from './roll-ups.store.ts'
import { type Key, readValues, type Snapshot } from './snapshot.ts'
import type { Piece } from './split-window.ts'

const quarterMs = 900_000

type Counted = { pieces: readonly Piece[]; days: readonly DayTotals[]; events: readonly EdgeEvents[] }
type Shown = { workflowId: string; lastAt: number }
/** Milliseconds since 1970. */
type Span = { from: number; to: number }

const isSum = ({ fromQuarter, toQuarter }: Piece) => fromQuarter === 0 && toQuarter === quartersOfDay

/** The last quarter of an hour in which each workflow ran, or the last day where only its sum is known. */
function lastSpans({ subjects }: Snapshot['cache'], { pieces, days }: Counted, wanted: Set<string>) {
  const spans = new Map<string, Span>()
  for (let i = pieces.length - 1; i >= 0 && spans.size < wanted.size; i--) {
    const [piece, day] = [pieces[i] as Piece, days[i] as DayTotals]
    const ofPiece = new Map<string, number>()
    for (let row = 0; row < day.numbers.length; row++) {
      const workflowId = subjects[day.numbers[row] as number]?.subject ?? ''
      if (!wanted.has(workflowId) || spans.has(workflowId)) continue
      const quarter = lastQuarterIn(day, row, piece)
      if (quarter >= 0) ofPiece.set(workflowId, Math.max(quarter, ofPiece.get(workflowId) ?? 0))
    }
    const [start, length] = isSum(piece) ? [0, quartersOfDay] : [undefined, 1]
    for (const [workflowId, quarter] of ofPiece) {
      const from = (piece.day * quartersOfDay + (start ?? quarter)) * quarterMs
      spans.set(workflowId, { from, to: from + length * quarterMs })
    }
  }
  return spans
}

/** Those that are within events that were read already; takes them off the spans. */
function lastInEvents({ subjects }: Snapshot['cache'], events: Counted['events'], spans: Map<string, Span>) {
  const found = new Map<string, number>()
  for (const [start, { at, numbers, end }] of new Map(events.map((part) => [part.start, part.events]))) {
    const inside = new Map([...spans].filter(([, { from, to }]) => from >= start && to <= start + end))
    if (inside.size === 0) continue
    for (let i = 0; i < at.length; i++) {
      const workflowId = subjects[numbers[i] as number]?.subject ?? ''
      const span = inside.get(workflowId)
      const time = start + (at[i] as number)
      if (span && time >= span.from && time < span.to)
        found.set(workflowId, Math.max(time, found.get(workflowId) ?? 0))
    }
    for (const workflowId of inside.keys()) spans.delete(workflowId)
  }
  return found
}

/** When each workflow last ran, as far as that is counted in whole quarters of an hour: milliseconds since 1970. */
export async function readLastRuns(s: Snapshot, filter: Filter, counted: Counted, shown: Shown[]) {
  const last = counted.pieces.at(-1)
  const end = last ? (last.day * quartersOfDay + last.toQuarter) * quarterMs : 0
  // Later ones are known to the millisecond.
  const wanted = shown.filter(({ lastAt }) => lastAt < end).map(({ workflowId }) => workflowId)
  const spans = lastSpans(s.cache, counted, new Set(wanted))
  const found = lastInEvents(s.cache, counted.events, spans)
  const keys = [...spans].map(([workflowId, { from, to }]) => ({
    workflowId,
    from,
    to,
    name: `last ${to - from} ${workflowId} ${filter.mailboxId}`,
    time: from / quarterMs,
  }))
  const times = await readValues<Key & Span & { workflowId: string }, number>(s, {
    source: 'executions',
    keys,
    timesPerDay: quartersOfDay,
    empty: 0,
    find: async (missing) => (await findLastRuns(s.db, filter, missing)).map(({ at }) => at ?? 0),
    bytesOf: () => 0,
  })
  for (const [i, { workflowId }] of keys.entries()) found.set(workflowId, times[i] as number)
  return found
}
