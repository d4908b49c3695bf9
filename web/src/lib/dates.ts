import type { Locale } from './words/words.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function format(date: Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'fr-FR', options)
  formatters.set(key, known)
  return known.format(date)
}

const time = { hour: '2-digit', minute: '2-digit' } as const
const dayMs = 24 * 60 * 60 * 1000

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Whole days between two dates by the calendar of the reader. */
export const daysBetween = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / dayMs)

/** As short as a list allows: the time today, the weekday this week, otherwise the date. */
export function shortTime(iso: string, locale: Locale, now = new Date()): string {
  const date = new Date(iso)
  const days = daysBetween(date, now)
  if (days === 0) return format(date, locale, time)
  if (days > 0 && days < 7) return format(date, locale, { weekday: 'short', ...time })
  if (date.getFullYear() === now.getFullYear())
    return format(date, locale, { day: 'numeric', month: 'short' })
  return format(date, locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

export const longTime = (iso: string, locale: Locale) =>
  format(new Date(iso), locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...time })

/** A date whose year matters more than its time. */
export const monthOf = (iso: string, locale: Locale) =>
  format(new Date(iso), locale, { month: 'short', year: 'numeric' })

/** A day as the head of a group of a list. */
export const dayName = (date: Date, locale: Locale) =>
  format(date, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const numbers: Record<Locale, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-GB'),
  fr: new Intl.NumberFormat('fr-FR'),
}
// The bundled fonts have no narrow no-break space.
export const number = (value: number, locale: Locale) =>
  numbers[locale].format(value).replaceAll('\u202f', '\u00a0')

const units = { en: ['B', 'KB', 'MB', 'GB'], fr: ['o', 'Ko', 'Mo', 'Go'] } as const

export function fileSize(bytes: number, locale: Locale): string {
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  const shown = step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return `${number(shown, locale)} ${units[locale][step]}`
}
