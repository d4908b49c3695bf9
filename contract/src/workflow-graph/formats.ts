import { parseCron } from './cron/parse-cron.ts'
import { isTimeZone } from './cron/time-zone.ts'
import { startRun } from './expressions/budget.ts'
import { tryParse } from './expressions/fault.ts'
import { compiledPattern } from './expressions/pattern/pattern.ts'

/** Text formats of node parameters beside the standard ones; the editor has an input for each. */
export const formats: Record<string, (text: string) => boolean> = {
  'time-zone': isTimeZone,
  cron: (text) => parseCron(text) !== undefined,
  'text-pattern': (text) => tryParse(() => compiledPattern(startRun({}, 10_000), text)).ok,
}
