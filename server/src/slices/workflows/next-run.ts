import { nextTime } from '@mailwright/contract/workflow-graph/cron/next-time'
import { parseCron } from '@mailwright/contract/workflow-graph/cron/parse-cron'
import { isTimeZone } from '@mailwright/contract/workflow-graph/cron/time-zone'

/** When a schedule with these parameters is next due; null when never, or when it cannot be parsed. */
export function nextRun(params: Record<string, unknown>, after: number): string | null {
  const { cron: text, timeZone = 'UTC' } = params
  const cron = typeof text === 'string' ? parseCron(text) : undefined
  if (!cron || typeof timeZone !== 'string' || !isTimeZone(timeZone)) return null
  const next = nextTime(cron, timeZone, after)
  return next === undefined ? null : new Date(next).toISOString()
}
