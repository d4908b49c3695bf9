import { memoize } from '../memoize.ts'
import type { Locale } from './call.ts'

function preferredLocale(header: string): Locale {
  const preferred = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { language: tag.split('-')[0], q: q ? Number(q.slice(2)) : 1 }
    })
    .filter(({ language, q }) => (language === 'en' || language === 'fr') && q > 0)
    .sort((a, b) => b.q - a.q)
  return preferred[0]?.language === 'fr' ? 'fr' : 'en'
}

const knownLocale = memoize(preferredLocale, 200)

/** The preferred supported language of an Accept-Language header. Browsers send the same few again and again. */
export const localeOf = (header = ''): Locale => knownLocale(header)
