const quarterMs = 900_000

/** Counts by the hour of the day in a time zone. All offsets are whole quarters of an hour. */
export function createHours(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  const hourOfQuarter = new Map<number, number>()
  const volumes = Array.from({ length: 24 }, () => 0)
  const hourAt = (quarter: number) => {
    const known = hourOfQuarter.get(quarter)
    if (known !== undefined) return known
    const hour = Number(format.format(quarter * quarterMs))
    hourOfQuarter.set(quarter, hour)
    return hour
  }
  return {
    add(at: string) {
      const hour = hourAt(Math.floor(Date.parse(at) / quarterMs))
      volumes[hour] = (volumes[hour] ?? 0) + 1
    },
    all: () => volumes.map((volume, hour) => ({ hour, volume })),
  }
}
