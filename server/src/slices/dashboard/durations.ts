import type { Filter } from './figures.store.ts'
import { createNumberList, type Numbers } from './number-list.ts'
import { type DurationRow, findDurations } from './roll-ups.store.ts'
import { nameOf } from './roll-ups.ts'
import { readTimes, type Snapshot } from './snapshot.ts'

/** Sorted durations with running counts: `upto[i]` of the list took `marks[i]` ms or less. From `start` to `end`. */
export type DurationList = { marks: Numbers; upto: Numbers; start: number; end: number }

/** The lists of a day, one behind another. A mailbox has one for each member who has anything of it. */
type Durations = { marks: Numbers; upto: Numbers; ends: Uint32Array; hours: Uint8Array }

const marks = createNumberList()
const upto = createNumberList()

function packDurations(rows: DurationRow[]): Durations {
  marks.clear()
  upto.clear()
  const ends = rows.map((row) => {
    marks.addText(row.marks)
    upto.addText(row.upto)
    return marks.length()
  })
  return {
    marks: marks.pack(),
    upto: upto.pack(),
    ends: Uint32Array.from(ends),
    hours: Uint8Array.from(rows, ({ start }) => start % 24),
  }
}

const noDurations = packDurations([])

/** Those of some hours of the day. */
const listsOf = ({ marks, upto, ends, hours }: Durations, isAsked: (hour: number) => boolean) => {
  const lists: DurationList[] = []
  for (let i = 0; i < ends.length; i++)
    if (isAsked(hours[i] as number))
      lists.push({ marks, upto, start: i === 0 ? 0 : (ends[i - 1] as number), end: ends[i] as number })
  return lists
}

const readDurations = (s: Snapshot, filter: Filter, hours: 1 | 24, days: number[]) =>
  readTimes<Durations>(s, {
    source: 'executions',
    what: `durations of ${hours} ${nameOf(filter)}`,
    times: days,
    empty: noDurations,
    find: async (missing) => {
      const lists = 24 / hours
      const starts = missing.flatMap((day) => Array.from({ length: lists }, (_, i) => day * 24 + i))
      const rows = await findDurations(s.db, filter, hours, starts)
      const byDay = Map.groupBy(rows, ({ start }) => Math.floor(start / 24))
      return missing.map((day) => packDurations(byDay.get(day) ?? []))
    },
    bytesOf: ({ marks, upto, ends }) => marks.byteLength + upto.byteLength + 5 * ends.length,
  })

/** The lists of days, and of other hours since 1970. Of several periods at once, so that one statement reads them. */
export async function readLists(
  s: Snapshot,
  filter: Filter,
  periods: readonly { days: number[]; hours: number[] }[],
): Promise<DurationList[][]> {
  const dayOf = (hour: number) => Math.floor(hour / 24)
  const cutDays = periods.map(({ hours }) => [...new Set(hours.map(dayOf))])
  const wholeDays = periods.flatMap(({ days }) => days)
  const [byDay, byHour] = await Promise.all([
    readDurations(s, filter, 24, wholeDays),
    readDurations(s, filter, 1, cutDays.flat()),
  ])
  let [nextDay, nextCut] = [0, 0]
  return periods.map(({ days, hours }, i) => {
    const asked = new Set(hours)
    const whole = days.flatMap(() => listsOf(byDay[nextDay++] as Durations, () => true))
    const cut = (cutDays[i] ?? []).flatMap((day) =>
      listsOf(byHour[nextCut++] as Durations, (hour) => asked.has(day * 24 + hour)),
    )
    return [...whole, ...cut]
  })
}
