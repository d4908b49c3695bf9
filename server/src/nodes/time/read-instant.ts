import { afterGap, instantsOf } from '@mailwright/contract/workflow-graph/cron/time-zone'

const dateOnly = /^(\d{4})-(\d\d)-(\d\d)$/
const localDateTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?$/
const fullDateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i

/** The first instant at which a clock in the zone shows this time; in a skipped hour, the moment after the gap. */
export const instantOf = (zone: string, wall: number): number =>
  instantsOf(zone, wall)[0] ?? afterGap(zone, wall)

/** Parses ISO 8601 to milliseconds, in the given zone if it has no offset. Undefined if it is not a date. */
export function readInstant(text: string, zone: string): number | undefined {
  const trimmed = text.trim()
  if (fullDateTime.test(trimmed)) {
    const at = Date.parse(trimmed)
    return Number.isNaN(at) ? undefined : at
  }
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    dateOnly.exec(trimmed) ?? localDateTime.exec(trimmed) ?? []
  if (year === undefined) return undefined
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const wall = Date.parse(`${written}Z`)
  // Date.parse would silently turn 30 February into 2 March.
  const isReal = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(written)
  return isReal ? instantOf(zone, wall) : undefined
}
