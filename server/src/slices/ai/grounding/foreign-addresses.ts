import { parseDay } from './calendar.ts'
import { findAddresses, hostOf, normaliseLink } from './find-contacts.ts'
import { scanOf } from './find-statements.ts'
import type { Source } from './types.ts'

export type ForeignAddress = { kind: 'link' | 'email'; start: number; end: number; text: string }

const addressesOf = (text: string) => {
  const scan = scanOf(text, parseDay('1970-01-01'))
  findAddresses(scan)
  return scan.mentions
    .sort((a, b) => a.start - b.start)
    .map(({ kind, start, end }) => ({ kind, start, end, text: text.slice(start, end) }))
}

/**
 * The links and e-mail addresses of a text that stand in none of the sources. Of a link that stands there, the bare
 * host may be named as well; another path or query may not.
 */
export function findForeignAddresses(text: string, sources: readonly Source[]): ForeignAddress[] {
  const known = new Set<string>()
  for (const source of sources)
    for (const address of addressesOf(source.text)) {
      if (address.kind === 'email') known.add(address.text.toLowerCase())
      else known.add(normaliseLink(address.text)).add(hostOf(address.text))
    }
  return addressesOf(text).flatMap(({ kind, ...place }): ForeignAddress[] => {
    if (kind === 'email') return known.has(place.text.toLowerCase()) ? [] : [{ kind, ...place }]
    return known.has(normaliseLink(place.text)) ? [] : [{ kind: 'link', ...place }]
  })
}
