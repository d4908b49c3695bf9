import type { FigureCache } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import { createNumberList, type Numbers } from './number-list.ts'
import type { Source } from './progress.store.ts'
import { type EventRow, findEvents } from './roll-ups.store.ts'
import { nameOf, readDays } from './roll-ups.ts'
import { readTimes, type Snapshot } from './snapshot.ts'
import type { Edge } from './split-window.ts'
import type { EventAmount } from './sum-amounts.ts'

const hourMs = 3_600_000

/**
 * What was counted in an hour or a day, which ends after `end` milliseconds: what it is about, milliseconds since the
 * beginning, how long it took, and 1 if that counts, as it does not for what was cancelled.
 */
type Events = { numbers: Numbers; at: Numbers; took: Numbers; hasTaken: Uint8Array; end: number }
/** Those of a part of an hour; `from` and `to` are since the `start` of the events. */
export type EdgeEvents = { edge: Edge; events: Events; start: number; from: number; to: number }

const numbers = createNumberList()
const at = createNumberList()
const took = createNumberList()
const hasTaken = createNumberList()
const offsets = createNumberList()

function packEvents({ numberOf }: FigureCache, rows: EventRow[], startHour: number, hours: number): Events {
  for (const list of [numbers, at, took, hasTaken]) list.clear()
  for (const { hour, workflowId, memberId, measure, ...row } of rows) {
    const number = numberOf({ subject: workflowId ?? '', memberId, measure, detail: '' })
    const start = (hour - startHour) * hourMs
    const counts = measure === 'cancelled' ? 0 : 1
    offsets.clear()
    offsets.addText(row.offsets)
    for (let i = 0; i < offsets.length(); i++) {
      numbers.push(number)
      at.push(start + offsets.at(i))
      hasTaken.push(counts)
    }
    took.addText(row.took ?? '{}')
  }
  return {
    numbers: numbers.pack(),
    at: at.pack(),
    took: took.pack(),
    hasTaken: hasTaken.pack() as Uint8Array,
    end: hours * hourMs,
  }
}

const none = new Uint8Array()

/**
 * The members who have anything of a mailbox, to find its events by: nearly always one. Null if the filter names somebody
 * or something that there is an index for.
 */
async function findMembers(s: Snapshot, source: Source, filter: Filter, days: number[]) {
  const { memberId, workflowId, mailboxId } = filter
  if (memberId !== null || workflowId !== null || mailboxId === null) return null
  const found = await readDays(s, source, filter, days)
  const members = found.flatMap(({ sums }) =>
    Array.from(sums.numbers, (number) => s.cache.subjects[number]?.memberId ?? ''),
  )
  return [...new Set(members)]
}

/**
 * What was counted in parts of hours. Executions of a workflow or mailbox are few, and their median needs up to a day of
 * them: they are read by day, others by hour.
 */
export async function readEvents(
  s: Snapshot,
  source: Source,
  filter: Filter,
  edges: readonly Edge[],
): Promise<EdgeEvents[]> {
  const isByDay = source === 'executions' && (filter.workflowId !== null || filter.mailboxId !== null)
  const hours = isByDay ? 24 : 1
  const unitOf = (hour: number) => Math.floor(hour / hours)
  const times = [...new Set(edges.map(({ hour }) => unitOf(hour)))]
  const found = await readTimes<Events>(s, {
    source,
    what: `events of ${hours} ${nameOf(filter)}`,
    times,
    timesPerDay: 24 / hours,
    empty: { numbers: none, at: none, took: none, hasTaken: none, end: hours * hourMs },
    find: async (missing) => {
      const asked = missing.flatMap((unit) => Array.from({ length: hours }, (_, i) => unit * hours + i))
      const days = [...new Set(asked.map((hour) => Math.floor(hour / 24)))]
      const members = await findMembers(s, source, filter, days)
      const rows = members?.length === 0 ? [] : await findEvents(s.db, source, filter, asked, members)
      const byUnit = Map.groupBy(rows, ({ hour }) => unitOf(hour))
      return missing.map((unit) => packEvents(s.cache, byUnit.get(unit) ?? [], unit * hours, hours))
    },
    bytesOf: (events) =>
      events.hasTaken.byteLength + events.at.byteLength + events.took.byteLength + events.numbers.byteLength,
  })
  const byTime = new Map(times.map((time, i) => [time, found[i] as Events]))
  return edges.map((edge) => {
    const unit = unitOf(edge.hour)
    const before = (edge.hour - unit * hours) * hourMs
    return {
      edge,
      events: byTime.get(unit) as Events,
      start: unit * hours * hourMs,
      from: before + edge.from,
      to: before + edge.to,
    }
  })
}

/** What is counted in parts of a quarter of an hour. */
export function edgeAmounts({ subjects }: FigureCache, parts: EdgeEvents[]): EventAmount[] {
  const amounts: EventAmount[] = []
  for (const { edge, events, start, from, to } of parts) {
    const byNumber = new Map<number, EventAmount>()
    for (let i = 0; i < events.at.length; i++) {
      const time = events.at[i] as number
      if (time < from || time >= to) continue
      const number = events.numbers[i] as number
      const known = byNumber.get(number)
      const lastAt = start + time
      if (known) {
        known.n++
        if (lastAt > known.lastAt) known.lastAt = lastAt
        continue
      }
      const { subject, memberId, measure } = subjects[number] ?? { subject: '', memberId: '', measure: '' }
      const workflowId = subject === '' ? null : subject
      byNumber.set(number, { workflowId, memberId, measure, bucket: edge.bucket, n: 1, lastAt })
    }
    amounts.push(...byNumber.values())
  }
  return amounts
}

/** How long the executions took that were created in parts of hours; those that were cancelled do not count. */
export function durationsIn(parts: EdgeEvents[]): number[] {
  const found: number[] = []
  for (const { events, from, to } of parts) {
    const { at, took, hasTaken } = events
    for (let i = 0; i < at.length; i++) {
      const time = at[i] as number
      if (time >= from && time < to && hasTaken[i] === 1) found.push(took[i] as number)
    }
  }
  return found
}
