import { nextTime } from '@mailwright/contract/workflow-graph/cron/next-time'
import { parseCron } from '@mailwright/contract/workflow-graph/cron/parse-cron'

/** The next time after `after` at which the clock of the zone shows the hour; once a day, also over changes of the clock. */
export function nextDigestAt(hour: number, timeZone: string, after: number): string {
  const cron = parseCron(`0 ${hour} * * *`)
  const at = cron && nextTime(cron, timeZone, after)
  if (at === undefined) throw new Error(`no next digest at ${hour} in ${timeZone}`)
  return new Date(at).toISOString()
}
