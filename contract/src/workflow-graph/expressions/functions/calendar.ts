import type { Run } from '../budget.ts'
import { asText, badArgument, type Param, text } from './define.ts'
import { clockOf } from './intl.ts'

// Dates are ISO texts. Internally they are milliseconds: `instant` since 1970 in UTC, `local` the wall-clock time of a
// zone encoded as if it were UTC.

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** A date as written. Without an offset it is in the time zone passed to the function, UTC by default. */
export type Moment = { local: number; offset: number | undefined }

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/

/** Undefined for impossible dates such as 30 February or hour 25. */
export function localTime(
  year: number,
  month: number,
  dayOfMonth: number,
  ...clock: number[]
): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = clock
  if (hours > 23 || minutes > 59 || seconds > 59 || year < 1) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, dayOfMonth)
  const fits = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
  return fits ? date.getTime() + hours * hour + minutes * minute + seconds * second + milliseconds : undefined
}

function parseMoment(value: string): Moment | undefined {
  const found = value.length <= 40 ? iso.exec(value) : null
  if (found === null) return undefined
  const [year, month, dayOfMonth, hours, minutes, seconds] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const milliseconds = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3))
  const local = localTime(
    year ?? 0,
    month ?? 0,
    dayOfMonth ?? 0,
    hours ?? 0,
    minutes ?? 0,
    seconds ?? 0,
    milliseconds,
  )
  if (local === undefined) return undefined
  const offset = (Number(found[10] ?? 0) * 60 + Number(found[11] ?? 0)) * minute
  if (found[8] === undefined && found[9] === undefined) return { local, offset: undefined }
  return { local, offset: found[9] === '-' ? -offset : offset }
}

function readClock(clock: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, string> = {}
  for (const { type, value } of clock.formatToParts(instant)) part[type] = value
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year)
  const midnight = new Date(0).setUTCFullYear(year, Number(part.month) - 1, Number(part.day))
  return midnight + Number(part.hour) * hour + Number(part.minute) * minute + Number(part.second) * second
}

// Offsets change on quarter hours only, and most dates of an evaluation fall into few of them.
const offsets = new Map<string, number>()
const maxOffsets = 1_000

/** The UTC offset of a zone. */
export function offsetAt(run: Run, zone: string, instant: number): number {
  if (zone === 'UTC') return 0
  const clock = clockOf(run, zone)
  const quarter = Math.floor(instant / (15 * minute)) * 15 * minute
  const key = `${quarter} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= maxOffsets) offsets.clear()
  const offset = readClock(clock, quarter) - quarter
  offsets.set(key, offset)
  return offset
}

/** A time in a DST gap uses the offset before the gap; of a repeated time the first is used. */
export function instantAt(run: Run, zone: string, local: number): number {
  if (zone === 'UTC') return local
  const [early, late] = [offsetAt(run, zone, local - day), offsetAt(run, zone, local + day)]
  if (early === late || offsetAt(run, zone, local - early) === early) return local - early
  return offsetAt(run, zone, local - late) === late ? local - late : local - early
}

export const instantOf = (run: Run, { local, offset }: Moment, zone = 'UTC') =>
  offset === undefined ? instantAt(run, zone, local) : local - offset

export const localOf = (run: Run, moment: Moment, zone = 'UTC') => {
  const instant = instantOf(run, moment, zone)
  return instant + offsetAt(run, zone, instant)
}

const [earliest, latest] = [new Date(0).setUTCFullYear(1, 0, 2), Date.UTC(9999, 11, 30)]
const inRange = (run: Run, time: number) => {
  if (time > earliest && time < latest) return time
  throw badArgument(run, 'The date is out of range.', 'La date est hors limites.')
}

export const toIso = (run: Run, instant: number) => new Date(inRange(run, instant)).toISOString()

export const offsetText = (offset: number) => {
  const minutes = Math.round(Math.abs(offset) / minute)
  const two = (value: number) => `${value}`.padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Calendar months: one month after 31 January is the last day of February. */
export function addMonths(run: Run, local: number, months: number): number {
  inRange(run, local + months * 31 * day)
  const date = new Date(local)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return date.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()))
}

const notDate = (run: Run, value: string) =>
  badArgument(
    run,
    `"${value.slice(0, 40)}" is not a date. Use a format such as 2026-11-15 or 2026-11-15T09:30:00Z.`,
    `« ${value.slice(0, 40)} » n'est pas une date. Utilisez un format comme 2026-11-15 ou 2026-11-15T09:30:00Z.`,
  )

export const date = (label = 'date'): Param<Moment> => ({
  ...text(label),
  accept: (value, run, name) => {
    const source = asText(value, run, name)
    const moment = parseMoment(source)
    if (moment === undefined) throw notDate(run, source)
    return moment
  },
})

export const zone = (): Param<string> => ({
  ...text('zone'),
  accept: (value, run, name) => {
    const source = asText(value, run, name)
    if (source !== 'UTC') clockOf(run, source)
    return source
  },
})

/** One of the given units, singular or plural. */
export const unit = <U extends string>(...units: U[]): Param<U> => ({
  ...text('unit'),
  accept: (value, run, name) => {
    const source = asText(value, run, name)
    const found = units.find((one) => one === source || one === `${source}s`)
    if (found !== undefined) return found
    const all = units.join(', ')
    throw badArgument(
      run,
      `The unit must be one of: ${all}.`,
      `L'unité doit être l'une des suivantes : ${all}.`,
    )
  },
})
