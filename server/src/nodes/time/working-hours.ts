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

/** `now` when it is working time (milliseconds), else when the next working time begins; undefined without any. */
export function nextWorkingMoment(
  { days, from, to, timeZone }: WorkingHours,
  now: number,
): number | undefined {
  const [begin, end] = [clockMs(from), clockMs(to)]
  if (end <= begin) return undefined
  const wall = wallClock(timeZone, now)
  const today = Math.floor(wall / dayMs) * dayMs
  for (let i = 0; i <= 7; i++) {
    const day = today + i * dayMs
    if (!days.includes(weekdays[new Date(day).getUTCDay()] ?? 'sun')) continue
    if (wall < day + begin) return instantOf(timeZone, day + begin)
    if (wall < day + end) return now
  }
  return undefined
}
