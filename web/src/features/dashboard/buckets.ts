import type { Locale } from '../../lib/words/words.ts'
import type { Window } from './dashboard.queries.ts'

const tagOf = (locale: Locale) => (locale === 'en' ? 'en-GB' : 'fr-FR')

/** The buckets of a window as the reader names them: hours by their time, days by their date. */
export function bucketNames({ bucket, buckets }: Window, locale: Locale) {
  const isWeek = buckets.length <= 9
  const short = new Intl.DateTimeFormat(
    tagOf(locale),
    bucket === 'hour'
      ? { hour: '2-digit', minute: '2-digit' }
      : isWeek
        ? { weekday: 'short', day: 'numeric' }
        : { day: 'numeric', month: 'short' },
  )
  const long = new Intl.DateTimeFormat(
    tagOf(locale),
    bucket === 'hour'
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : { weekday: 'long', day: 'numeric', month: 'long' },
  )
  return buckets.map((start) => {
    const date = new Date(start)
    return { short: short.format(date), long: long.format(date) }
  })
}

/** The part of the window that a bucket covers. */
export function spanOf({ from, to, buckets }: Window, at: number) {
  const start = buckets[at] ?? from
  const end = buckets[at + 1] ?? to
  return { from: start < from ? from : start, to: end > to ? to : end }
}
