import { wallClock } from '@mailwright/contract/workflow-graph/cron/time-zone'
import { instantOf } from './read-instant.ts'

type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
export type WorkingHours = { days: Weekday[]; from: string; to: string; timeZone: string }

const dayMs = 86_400_000
const weekdays: Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const clockMs = (text: string) => {
  const [hours, minutes] = text.split(':').map(Number)
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000
}

/** `now` during working hours, otherwise when they next start (milliseconds); undefined if there are none. */
export function nextWorkingMoment(
  { days, from, to, timeZone }: WorkingHours,
  now: number,
): number | undefined {
  const [start, end] = [clockMs(from), clockMs(to)]
  if (end <= start) return undefined
  const wall = wallClock(timeZone, now)
  const today = Math.floor(wall / dayMs) * dayMs
  for (let i = 0; i <= 7; i++) {
    const day = today + i * dayMs
    if (!days.includes(weekdays[new Date(day).getUTCDay()] ?? 'sun')) continue
    if (wall < day + start) return instantOf(timeZone, day + start)
    if (wall < day + end) return now
  }
  return undefined
}
