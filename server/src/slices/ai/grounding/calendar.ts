// Days as numbers since 1970-01-01, so that ranges compare as numbers.

const dayMs = 86_400_000

/** Undefined for a day that does not exist. */
export function dayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / dayMs : undefined
}

export const parseDay = (iso: string): number =>
  Math.floor(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / dayMs)

export function partsOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

const firstOfMonth = (year: number, month: number): number => Date.UTC(year, month - 1, 1) / dayMs

export const monthRange = (year: number, month: number): readonly [number, number] => [
  firstOfMonth(year, month),
  firstOfMonth(year, month + 1) - 1,
]

export const weekRange = (day: number): readonly [number, number] => {
  const monday = day - weekdayOf(day) + 1
  return [monday, monday + 6]
}
