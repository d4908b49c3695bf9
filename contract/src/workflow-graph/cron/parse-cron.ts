/** A parsed schedule. Weekday 0 is Sunday. */
export type Cron = {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  /** When both day and weekday are restricted, matching either is enough, as in classic cron. */
  matchesEitherDay: boolean
  /** The hour is `*`: runs in every elapsed hour, including one that repeats at a DST change. */
  everyHour: boolean
}

type Field = { min: number; max: number; names?: string[] }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const fields: Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 7, names: weekdays },
]

const shortcuts: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@hourly': '0 * * * *',
}

function parseNumber(text: string, { min, max, names = [] }: Field): number | undefined {
  const named = names.indexOf(text)
  const value = named >= 0 ? named + (min === 1 ? 1 : 0) : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/** `*`, `5`, `1-5`, each with a step: `*\/15`, `8-18/2`. */
function parseRange(text: string, field: Field): [from: number, to: number, step: number] | undefined {
  const [range = '', stepText, ...rest] = text.split('/')
  const step = stepText === undefined ? 1 : /^\d{1,2}$/.test(stepText) ? Number(stepText) : 0
  if (rest.length > 0 || step < 1) return undefined
  if (range === '*') return [field.min, field.max, step]
  const [fromText = '', toText, ...more] = range.split('-')
  const from = parseNumber(fromText, field)
  // `5/15` is 5, 20, 35, 50.
  const to = toText === undefined ? (stepText === undefined ? from : field.max) : parseNumber(toText, field)
  if (more.length > 0 || from === undefined || to === undefined || from > to) return undefined
  return [from, to, step]
}

function parseField(text: string, field: Field): Set<number> | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const range = parseRange(part, field)
    if (!range) return undefined
    const [from, to, step] = range
    for (let value = from; value <= to; value += step) values.add(value)
  }
  return values
}

/** Parses five fields or a shortcut such as `@daily`; undefined if invalid. */
export function parseCron(text: string): Cron | undefined {
  if (text.length > 200) return undefined
  const tidy = text.trim().toLowerCase()
  const parts = (shortcuts[tidy] ?? tidy).split(/\s+/)
  if (parts.length !== fields.length) return undefined
  const [minutes, hours, days, monthSet, weekdaySet] = fields.map((field, i) =>
    parseField(parts[i] ?? '', field),
  )
  if (!minutes || !hours || !days || !monthSet || !weekdaySet) return undefined
  return {
    minutes,
    hours,
    days,
    months: monthSet,
    weekdays: new Set([...weekdaySet].map((day) => day % 7)),
    matchesEitherDay: !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*'),
    everyHour: parts[1]?.startsWith('*') === true,
  }
}
