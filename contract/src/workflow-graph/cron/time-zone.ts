// Uses the time zone data of the platform through Intl, in the server as in the editor.

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // Bounded, since names may be spelt in many ways (case).
  if (formats.size < 1000) formats.set(zone, made)
  return made
}

export function isTimeZone(zone: string): boolean {
  try {
    return zone !== '' && zone.length <= 64 && formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** The wall-clock time of the zone at an instant, encoded as if it were UTC. */
export function wallClock(zone: string, at: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export const offsetAt = (zone: string, at: number) => wallClock(zone, at) - Math.floor(at / 1000) * 1000

/** The instants at which the wall clock shows a time: one, none in a DST gap, two when it repeats. */
export function instantsOf(zone: string, wall: number): number[] {
  const day = 86_400_000
  const offsets = new Set([offsetAt(zone, wall - day), offsetAt(zone, wall + day)])
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallClock(zone, at) === wall)
    .sort((a, b) => a - b)
}

/** Shifts a wall-clock time in a DST gap forward by the length of the gap. */
export const afterGap = (zone: string, wall: number) => wall - offsetAt(zone, wall - 86_400_000)
