import { isTimeZone } from '@mailwright/contract/workflow-graph/cron/time-zone'
import { fault } from '../../platform/errors/app-error.ts'
import { isoTime } from './iso-time.ts'
import { type Unit, zoneBuckets } from './zone-buckets.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxDays = 366
const maxHourBuckets = 48
const minFrom = Date.UTC(1971, 0, 1)
// Later years have five digits in some zones.
const maxTo = Date.UTC(9999, 0, 1)

export type WindowQuery = {
  period: '24h' | '7d' | '30d' | 'custom'
  from?: string
  to?: string
  tz: string
}
export type Window = {
  from: number
  to: number
  previousFrom: number
  bucket: Unit
  /** Where the buckets begin, in the zone of the reader. */
  starts: number[]
}

const periodMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }

const badRequest = (path: string, message: string) =>
  fault('dashboard.bad_request', { details: { issues: [{ path, message }] } })

function boundsOf({ period, from, to }: WindowQuery, now: number): [number, number] {
  if (period !== 'custom') return [now - periodMs[period], now]
  if (from === undefined) throw badRequest('/from', 'is required for the period custom')
  if (to === undefined) throw badRequest('/to', 'is required for the period custom')
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (!(start >= minFrom)) throw badRequest('/from', 'must not be before 1971')
  if (!(end > start)) throw badRequest('/to', 'must be after from')
  if (end > maxTo) throw badRequest('/to', 'must not be after 9998')
  if (end - start > maxDays * dayMs) throw badRequest('/to', `must be at most ${maxDays} days after from`)
  return [start, end]
}

export function readWindow(query: WindowQuery, now: number): Window {
  // A bare offset may be one of minutes, which no bucket of a roll-up ends with.
  if (!isTimeZone(query.tz) || /^[+-]/.test(query.tz))
    throw badRequest('/tz', 'must be the name of a time zone')
  const [from, to] = boundsOf(query, now)
  const bucket = to - from <= maxHourBuckets * hourMs ? 'hour' : 'day'
  return { from, to, previousFrom: 2 * from - to, bucket, starts: zoneBuckets(query.tz, bucket, from, to) }
}

export const describeWindow = ({ from, to, previousFrom, bucket, starts }: Window) => ({
  from: isoTime(from),
  to: isoTime(to),
  previousFrom: isoTime(previousFrom),
  bucket,
  buckets: starts.map(isoTime),
})
