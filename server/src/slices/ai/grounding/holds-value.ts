import { parseDay } from './calendar.ts'
import { findStatements } from './find-statements.ts'

/** Whether a text states a number, in whatever unit, or a day. */
export function holdsValue(
  text: string,
  value: { number: number } | { date: string },
  today: string,
): boolean {
  const { mentions } = findStatements(text, parseDay(today))
  if ('date' in value) {
    const day = parseDay(value.date)
    return mentions.some(({ readings }) =>
      readings.some((reading) => 'days' in reading && reading.days[0] === day && reading.days[1] === day),
    )
  }
  const isWanted = (digits: string) => Number(digits) === value.number
  return (
    mentions.some(({ readings }) =>
      readings.some((reading) => 'key' in reading && isWanted(/[\d.]+$/.exec(reading.key)?.[0] ?? 'x')),
    ) || text.split(/[^\d.]+/).some((digits) => digits !== '' && isWanted(digits))
  )
}
