import { choice, integer, object, type Static, union } from '@mailwright/contract/schema'
import { durationMs } from '../time/duration.ts'

/** How long before or after something, in minutes to days. */
export const Span = () =>
  union(
    object({ amount: integer(1, 90), unit: choice('days') }),
    object({ amount: integer(1, 2160), unit: choice('hours') }),
    object({ amount: integer(1, 1440), unit: choice('minutes') }),
  )
type Span = Static<ReturnType<typeof Span>>

export const spanMs = ({ amount, unit }: Span) => durationMs(amount, unit)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The length of a span of the graph; undefined where it is a template, whose value is known only at run time. */
export function knownSpanMs(value: unknown): number | undefined {
  if (!isRecord(value) || typeof value.amount !== 'number') return undefined
  const { amount, unit } = value
  return unit === 'days' || unit === 'hours' || unit === 'minutes' ? durationMs(amount, unit) : undefined
}

const before = (path: string, en: string, fr: string) => ({ path: [path], message: { en, fr } })
const tooEarly = before(
  'remind',
  'The reminder must be shorter than the deadline.',
  'Le rappel doit être plus court que le délai.',
)
const tooLate = before(
  'escalate',
  'The escalation must come before the deadline.',
  "L'escalade doit avoir lieu avant la fin du délai.",
)

type Times = { deadlineMs: number; remindMs?: number | undefined; escalateMs?: number | undefined }
/** What does not fit between the question and its deadline. */
export const misfits = ({ deadlineMs, remindMs = 0, escalateMs = 0 }: Times) => [
  ...(remindMs >= deadlineMs ? [tooEarly] : []),
  ...(escalateMs >= deadlineMs ? [tooLate] : []),
]
