import { choice, integer, list, object, type Static, string, text, union } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'
import { formatDuration } from '../../platform/text/format-duration.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { durationMs } from '../time/duration.ts'
import { readInstant } from '../time/read-instant.ts'
import { nextWorkingMoment } from '../time/working-hours.ts'

const clock = () => string({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

const Wait = union(
  object({
    kind: choice('duration'),
    amount: integer(1, 10_000),
    unit: choice('minutes', 'hours', 'days', 'weeks'),
  }),
  object({ kind: choice('until'), date: text(1, 64) }),
  object({
    kind: choice('working_hours'),
    days: list(choice('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), 1, 7),
    from: clock(),
    to: clock(),
    timeZone: text(1, 64, { format: 'time-zone' }),
  }),
)

const maxWaitMs = durationMs(366, 'days')

function endOf(wait: Static<typeof Wait>, now: number, timeZone: string): number {
  if (wait.kind === 'duration') return now + durationMs(wait.amount, wait.unit)
  if (wait.kind === 'until') {
    const end = readInstant(wait.date, timeZone)
    if (end !== undefined) return end
    const message = `${JSON.stringify(wait.date)} is not a date such as 2026-11-15 or 2026-11-15T09:00:00Z.`
    throw permanent('delay.not_a_date', message)
  }
  const end = nextWorkingMoment(wait, now)
  if (end !== undefined) return end
  throw permanent('delay.no_working_hours', 'The working hours end before they start.')
}

export const flowDelay = defineNode({
  type: 'flow.delay',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Wait', fr: 'Attendre' },
  description: {
    en: 'Waits for a duration, until a date, or until the next working hours.',
    fr: "Attend une durée, jusqu'à une date ou jusqu'aux prochaines heures ouvrées.",
  },
  params: object({ wait: Wait }),
  fields: {
    wait: field('Wait', 'Attente'),
    'wait.kind': field('Type of wait', "Type d'attente"),
    'wait.amount': field('Amount', 'Quantité'),
    'wait.unit': field('Unit', 'Unité'),
    'wait.date': field('Date', 'Date', {
      en: 'For example 2026-11-15, 2026-11-15T09:00 or an expression.',
      fr: 'Par exemple 2026-11-15, 2026-11-15T09:00 ou une expression.',
    }),
    'wait.days': field('Working days', 'Jours ouvrés'),
    'wait.from': field('From', 'De', { en: 'For example 09:00.', fr: 'Par exemple 09:00.' }),
    'wait.to': field('To', 'À', { en: 'For example 18:00.', fr: 'Par exemple 18:00.' }),
    'wait.timeZone': field('Time zone', 'Fuseau horaire'),
  },
  ports: { fixed: ['main'] },
  run({ params, input, run }) {
    const now = Date.parse(run.now)
    const end = endOf(params.wait, now, run.timeZone)
    if (end <= now) return { data: input }
    if (end - now > maxWaitMs)
      throw permanent('delay.too_long', `A wait of ${formatDuration(end - now)} is longer than a year.`)
    const until = new Date(end).toISOString()
    return { wait: { for: 'time', until }, data: { until } }
  },
  resume: ({ input, run, waiting }) =>
    waiting.until !== null && Date.parse(run.now) < Date.parse(waiting.until)
      ? { wait: waiting, data: { until: waiting.until } }
      : { data: input },
})
