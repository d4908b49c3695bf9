import type { Cron } from './parse-cron.ts'
import { afterGap, instantsOf, offsetAt, wallClock } from './time-zone.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
// Long enough to find 29 February on a given weekday.
const maxDays = 366 * 30

function matchesDay(cron: Cron, day: number): boolean {
  const date = new Date(day)
  if (!cron.months.has(date.getUTCMonth() + 1)) return false
  const [byDay, byWeekday] = [cron.days.has(date.getUTCDate()), cron.weekdays.has(date.getUTCDay())]
  return cron.matchesEitherDay ? byDay || byWeekday : byDay && byWeekday
}

const ascending = (values: ReadonlySet<number>) => [...values].sort((a, b) => a - b)

/** The wall-clock times of a day at which the schedule is due. */
function* wallTimesOn(cron: Cron, day: number): Iterable<number> {
  const minutes = ascending(cron.minutes)
  for (const hour of ascending(cron.hours))
    for (const minute of minutes) yield day + (hour * 60 + minute) * minuteMs
}

/** On a day of a DST change a wall-clock time may occur twice or not at all. */
function instantsOn(cron: Cron, zone: string, wall: number): number[] {
  const instants = instantsOf(zone, wall)
  if (cron.everyHour) return instants
  return instants.length === 0 ? [afterGap(zone, wall)] : instants.slice(0, 1)
}

function firstInstantOn(cron: Cron, zone: string, day: number, after: number): number | undefined {
  const offset = offsetAt(zone, day - dayMs)
  if (offset === offsetAt(zone, day + 2 * dayMs)) {
    for (const wall of wallTimesOn(cron, day)) if (wall - offset > after) return wall - offset
    return undefined
  }
  const later = [...wallTimesOn(cron, day)]
    .flatMap((wall) => instantsOn(cron, zone, wall))
    .filter((at) => at > after)
  return later.length === 0 ? undefined : later.reduce((a, b) => Math.min(a, b))
}

/** The next due time after an instant (in ms), in the given time zone; undefined if there is none. */
export function nextTime(cron: Cron, zone: string, after: number): number | undefined {
  const wall = wallClock(zone, after)
  // A DST change at midnight may belong to the previous day.
  const first = wall - (wall % dayMs) - dayMs
  for (let i = 0; i <= maxDays; i++) {
    const day = first + i * dayMs
    const found = matchesDay(cron, day) ? firstInstantOn(cron, zone, day, after) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
