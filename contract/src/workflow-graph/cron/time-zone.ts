// The machine's own time zone data, through Intl: the same in the service and in the editor.

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
  // There are a few hundred names; another spelling of one must not fill the memory.
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

/** The wall clock of the zone at an instant, written as if it were UTC. */
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

/** The instants at which the wall clock shows this: one, none when it jumps over it, two when it comes again. */
export function instantsOf(zone: string, wall: number): number[] {
  const day = 86_400_000
  const offsets = new Set([offsetAt(zone, wall - day), offsetAt(zone, wall + day)])
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallClock(zone, at) === wall)
    .sort((a, b) => a - b)
}

/** A time that the wall clock jumps over is taken as much later as it jumps. */
export const afterGap = (zone: string, wall: number) => wall - offsetAt(zone, wall - 86_400_000)
