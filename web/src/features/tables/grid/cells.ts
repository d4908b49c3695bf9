import { number } from '../../../lib/dates.ts'
import type { Locale } from '../../../lib/words/words.ts'
import type { Cell, Column } from '../tables.queries.ts'

type Typed = Pick<Column, 'type' | 'options' | 'required'>
export type Problem = 'number' | 'boolean' | 'date' | 'datetime' | 'select' | 'email' | 'required'
type Reading = { value: Cell } | { problem: Problem }

/** A number as people and spreadsheets write it: with spaces, a currency, a comma or a point. */
export function readNumber(text: string, locale: Locale): number | undefined {
  const bare = text.replaceAll(/[\s\u00a0\u202f']|[€$£%]|EUR|USD/g, '')
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  const isDecimalComma =
    comma >= 0 && (point >= 0 ? comma > point : locale === 'fr' || !/^[+-]?\d{1,3}(,\d{3})+$/.test(bare))
  const plain = isDecimalComma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : undefined
}

const pad = (value: number | string, length = 2) => String(value).padStart(length, '0')

/** A day as `2026-12-31`, from that or from `31/12/2026` and `31.12.2026`. */
export function readDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  const common = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : common ? [common[3], common[2], common[1]] : []
  if (!year || !month || !day) return undefined
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
  return isReal && Number(year) >= 1000 ? `${year}-${pad(month)}-${pad(day)}` : undefined
}

/** A moment, in the time of the reader unless it says another. */
function readMoment(text: string): string | undefined {
  const [, day = '', time = '00:00', zone = ''] =
    /^(\S+?)(?:[T ](\d\d?:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const date = readDay(day)
  const at = date ? new Date(`${date}T${time.length === 4 ? `0${time}` : time}${zone}`) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined
}

const yes = new Set(['true', 'yes', 'y', 'oui', 'o', 'vrai', '1', 'x'])
const no = new Set(['false', 'no', 'n', 'non', 'faux', '0'])

const readers: Record<Column['type'], (text: string, column: Typed, locale: Locale) => Cell | undefined> = {
  text: (text) => text,
  number: (text, _, locale) => readNumber(text, locale),
  boolean: (text) => (yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined),
  date: (text) => readDay(text),
  datetime: (text) => readMoment(text),
  select: (text, { options }) => options.find((one) => one.toLowerCase() === text.toLowerCase()),
  email: (text) =>
    /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/.test(text) ? text.toLowerCase() : undefined,
}

/** What somebody typed or pasted, as a value of the column. */
export function readText(text: string, column: Typed, locale: Locale): Reading {
  const trimmed = text.trim()
  if (trimmed === '') return column.required ? { problem: 'required' } : { value: null }
  const value = readers[column.type](column.type === 'text' ? text : trimmed, column, locale)
  return value === undefined ? { problem: column.type as Problem } : { value }
}

const tagOf = (locale: Locale) => (locale === 'en' ? 'en-GB' : 'fr-FR')

// Making a formatter takes longer than drawing a row.
const formats = (locale: Locale) => ({
  number: new Intl.NumberFormat(tagOf(locale), { maximumFractionDigits: 10 }),
  date: new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeZone: 'UTC' }),
  datetime: new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeStyle: 'short' }),
})
const formatsOf: Record<Locale, ReturnType<typeof formats>> = { en: formats('en'), fr: formats('fr') }

/** A value as it is shown; `yes` and `no` are the words for true and false. */
export function showCell(
  value: Cell,
  type: Column['type'],
  locale: Locale,
  words: { yes: string; no: string },
) {
  if (value === null || value === undefined) return ''
  if (type === 'boolean') return value ? words.yes : words.no
  if (type === 'number' && typeof value === 'number')
    return Math.abs(value) < 1e15
      ? formatsOf[locale].number.format(value).replaceAll('\u202f', '\u00a0')
      : number(value, locale)
  if (type === 'date') return formatsOf[locale].date.format(new Date(`${value}T00:00:00Z`))
  if (type === 'datetime') return formatsOf[locale].datetime.format(new Date(String(value)))
  return String(value)
}

/** A value as it is edited: dates in the form of their field, numbers without grouping. */
export function editText(value: Cell, type: Column['type'], locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (type === 'number') return locale === 'fr' ? String(value).replace('.', ',') : String(value)
  if (type !== 'datetime') return String(value)
  const at = new Date(String(value))
  const day = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join('-')
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}
