import { number } from './dates.ts'
import type { Locale } from './words/words.ts'

// The bundled fonts have no narrow no-break space.
const wide = (text: string) => text.replaceAll('\u202f', '\u00a0')
const tagOf = (locale: Locale) => (locale === 'en' ? 'en-GB' : 'fr-FR')

const oneDigit = (value: number, locale: Locale) => number(Math.round(value * 10) / 10, locale)

/** How long something took, in the two largest units that say enough. */
export function duration(ms: number, locale: Locale): string {
  if (ms < 1000) return `${Math.round(ms)}\u00a0ms`
  const seconds = ms / 1000
  if (seconds < 59.95) return `${oneDigit(seconds, locale)}\u00a0s`
  const minutes = Math.round(seconds / 60)
  if (seconds < 600) return `${Math.floor(seconds / 60)}\u00a0min ${Math.floor(seconds % 60)}\u00a0s`
  if (minutes < 60) return `${minutes}\u00a0min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 ? `${hours}\u00a0h ${minutes % 60}\u00a0min` : `${hours}\u00a0h`
  const day = locale === 'en' ? 'd' : 'j'
  return hours % 24
    ? `${Math.floor(hours / 24)}\u00a0${day} ${hours % 24}\u00a0h`
    : `${Math.floor(hours / 24)}\u00a0${day}`
}

export const percent = (share: number, locale: Locale) =>
  wide(
    new Intl.NumberFormat(tagOf(locale), {
      style: 'percent',
      maximumFractionDigits: share > 0.95 && share < 1 ? 1 : 0,
    }).format(share),
  )

/** Dollars; small amounts keep enough digits to say something. */
export const dollars = (value: number, locale: Locale) =>
  wide(
    new Intl.NumberFormat(tagOf(locale), {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: value !== 0 && Math.abs(value) < 0.1 ? 4 : 2,
    }).format(value),
  )
