import { parseCron } from './cron/parse-cron.ts'
import { isTimeZone } from './cron/time-zone.ts'
import { startRun } from './expressions/budget.ts'
import { parsed } from './expressions/fault.ts'
import { patternOf } from './expressions/pattern/pattern.ts'

/** Formats of text that parameters of nodes use beside the usual ones; the editor offers a fitting field for each. */
export const formats: Record<string, (text: string) => boolean> = {
  'time-zone': isTimeZone,
  cron: (text) => parseCron(text) !== undefined,
  'text-pattern': (text) => parsed(() => patternOf(startRun({}, 10_000), text)).ok,
}
