import type { Run } from '../budget.ts'
import {
  addMonths,
  date,
  day,
  hour,
  instantAt,
  instantOf,
  localOf,
  type Moment,
  minute,
  offsetAt,
  offsetText,
  second,
  toIso,
  unit,
  zone,
} from './calendar.ts'
import { formatLocal, parseLocal } from './date-format.ts'
import { badArgument, inGroup, number, text, whole } from './define.ts'
import { language } from './intl.ts'

const define = inGroup('date')

const fixedUnits = { seconds: second, minutes: minute, hours: hour, days: day, weeks: 7 * day }
const isFixedUnit = (name: string): name is keyof typeof fixedUnits => Object.hasOwn(fixedUnits, name)
const anyUnit = () => unit('seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years')

/** Days and longer units follow the calendar of the zone, where a day may have 23 or 25 hours. */
function addTime(run: Run, moment: Moment, amount: number, name: string, zoneName = 'UTC') {
  if (isFixedUnit(name) && fixedUnits[name] < day)
    return toIso(run, instantOf(run, moment, zoneName) + amount * fixedUnits[name])
  const local = localOf(run, moment, zoneName)
  const moved = isFixedUnit(name)
    ? local + Math.round(amount * fixedUnits[name])
    : addMonths(run, local, Math.trunc(amount * (name === 'years' ? 12 : 1)))
  toIso(run, moved)
  return toIso(run, instantAt(run, zoneName, moved))
}

function startOf(local: number, name: string): number {
  const at = new Date(local)
  if (name === 'hours') return Math.floor(local / hour) * hour
  at.setUTCHours(0, 0, 0, 0)
  if (name === 'weeks') return at.getTime() - ((at.getUTCDay() + 6) % 7) * day
  if (name === 'months') at.setUTCDate(1)
  if (name === 'years') at.setUTCMonth(0, 1)
  return at.getTime()
}

/** A function that returns one part of a date, in the given zone. */
const datePart = (name: string, en: string, fr: string, result: number, pick: (at: Date) => number) =>
  define(name, {
    params: [date()],
    optional: [zone()],
    en,
    fr,
    examples: [[`${name}("2026-11-15T23:30:00Z", "Europe/Paris")`, result]],
    run: (run, moment, zoneName) => pick(new Date(localOf(run, moment, zoneName))),
  })

export const dateFunctions = [
  define('formatDate', {
    params: [date(), text('pattern')],
    optional: [zone(), language()],
    en: "Formats a date. Tokens: yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h mm m ss s a XXX; 'text' in single quotes.",
    fr: "Met une date en forme. Symboles : yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h mm m ss s a XXX ; 'texte' entre apostrophes.",
    examples: [
      ['formatDate("2026-11-15T23:30:00Z", "dd/MM/yyyy HH:mm", "Europe/Paris")', '16/11/2026 00:30'],
      ['formatDate("2026-11-15", "EEEE d MMMM", "UTC", "fr")', 'dimanche 15 novembre'],
    ],
    run: (run, moment, pattern, zoneName = 'UTC', tag = 'en') => {
      const instant = instantOf(run, moment, zoneName)
      const offset = offsetAt(run, zoneName, instant)
      return formatLocal(run, instant + offset, offset, pattern, tag)
    },
  }),
  define('parseDate', {
    params: [text(), text('pattern')],
    optional: [zone()],
    en: 'Parses a date in a numeric format such as dd/MM/yyyy.',
    fr: 'Lit une date dans un format numérique comme dd/MM/yyyy.',
    examples: [['parseDate("15/11/2026", "dd/MM/yyyy", "Europe/Paris")', '2026-11-14T23:00:00.000Z']],
    run: (run, value, pattern, zoneName = 'UTC') => {
      const local = parseLocal(value, pattern)
      if (local !== undefined) return toIso(run, instantAt(run, zoneName, local))
      const shown = value.slice(0, 40)
      throw badArgument(
        run,
        `"${shown}" is not a date in the format ${pattern.slice(0, 40)}.`,
        `« ${shown} » n'est pas une date au format ${pattern.slice(0, 40)}.`,
      )
    },
  }),
  define('addTime', {
    params: [date(), number('amount'), anyUnit()],
    optional: [zone()],
    en: 'Adds a number of seconds, minutes, hours, days, weeks, months or years to a date; a negative number subtracts.',
    fr: 'Ajoute à une date un nombre de seconds, minutes, hours, days, weeks, months ou years ; un nombre négatif soustrait.',
    examples: [
      ['addTime("2026-01-31T08:00:00Z", 1, "month")', '2026-02-28T08:00:00.000Z'],
      ['addTime("2026-03-28T08:00:00Z", 1, "day", "Europe/Paris")', '2026-03-29T07:00:00.000Z'],
    ],
    run: addTime,
  }),
  define('timeBetween', {
    params: [date('from'), date('to'), unit('seconds', 'minutes', 'hours', 'days', 'weeks')],
    en: 'The number of seconds, minutes, hours, days or weeks between two dates.',
    fr: 'Le nombre de seconds, minutes, hours, days ou weeks entre deux dates.',
    examples: [['timeBetween("2026-11-15", "2026-11-18T12:00:00Z", "days")', 3.5]],
    run: (run, from, to, name) => (instantOf(run, to) - instantOf(run, from)) / fixedUnits[name],
  }),
  define('startOf', {
    params: [date(), unit('hours', 'days', 'weeks', 'months', 'years')],
    optional: [zone()],
    en: 'The start of the hour, day, week (Monday), month or year of a date.',
    fr: "Le début de l'heure, du jour, de la semaine (lundi), du mois ou de l'année (hour, day, week, month, year).",
    examples: [['startOf("2026-11-18T10:20:00Z", "week", "Europe/Paris")', '2026-11-15T23:00:00.000Z']],
    run: (run, moment, name, zoneName = 'UTC') =>
      toIso(run, instantAt(run, zoneName, startOf(localOf(run, moment, zoneName), name))),
  }),
  define('toZone', {
    params: [date(), zone()],
    en: 'The same instant in the local time of a time zone.',
    fr: "Le même instant à l'heure locale d'un fuseau horaire.",
    examples: [['toZone("2026-11-15T09:30:00Z", "Europe/Paris")', '2026-11-15T10:30:00.000+01:00']],
    run: (run, moment, zoneName) => {
      const instant = instantOf(run, moment, zoneName)
      const offset = offsetAt(run, zoneName, instant)
      return toIso(run, instant + offset).replace('Z', offsetText(offset))
    },
  }),
  datePart('year', 'The year of a date.', "L'année d'une date.", 2026, (at) => at.getUTCFullYear()),
  datePart('month', 'The month, 1 to 12.', 'Le mois, de 1 à 12.', 11, (at) => at.getUTCMonth() + 1),
  datePart('day', 'The day of the month.', 'Le jour du mois.', 16, (at) => at.getUTCDate()),
  datePart('hour', 'The hour, 0 to 23.', "L'heure, de 0 à 23.", 0, (at) => at.getUTCHours()),
  datePart('minute', 'The minute, 0 to 59.', 'La minute, de 0 à 59.', 30, (at) => at.getUTCMinutes()),
  datePart(
    'weekday',
    'The day of the week: 1 is Monday, 7 is Sunday.',
    'Le jour de la semaine : 1 est lundi, 7 dimanche.',
    1,
    (at) => at.getUTCDay() || 7,
  ),
  define('isBefore', {
    params: [date(), date('other')],
    en: 'Whether a date is before another.',
    fr: 'Indique si une date en précède une autre.',
    examples: [['isBefore("2026-11-15", "2026-11-15T08:00:00+02:00")', true]],
    run: (run, a, b) => instantOf(run, a) < instantOf(run, b),
  }),
  define('isAfter', {
    params: [date(), date('other')],
    en: 'Whether a date is after another.',
    fr: 'Indique si une date en suit une autre.',
    examples: [['isAfter("2026-11-16", "2026-11-15")', true]],
    run: (run, a, b) => instantOf(run, a) > instantOf(run, b),
  }),
  define('timestamp', {
    params: [date()],
    optional: [zone()],
    en: 'The Unix timestamp of a date: seconds since 1970.',
    fr: "Le timestamp Unix d'une date : les secondes depuis 1970.",
    examples: [['timestamp("1970-01-02")', 86_400]],
    run: (run, moment, zoneName) => instantOf(run, moment, zoneName) / second,
  }),
  define('fromTimestamp', {
    params: [whole('seconds')],
    en: 'The date of a Unix timestamp in seconds.',
    fr: "La date d'un timestamp Unix en secondes.",
    examples: [['fromTimestamp(86400)', '1970-01-02T00:00:00.000Z']],
    run: (run, seconds) => toIso(run, seconds * second),
  }),
]
