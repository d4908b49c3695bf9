import { ImapFault } from './fault.ts'
import type { Node, Token } from './response.ts'
import { encodeName } from './utf7.ts'

// Command arguments. Anything that comes from users or from mail is sent as a quoted string, never as an atom.

export const atom = (value: string): Token => ({ type: 'ATOM', value })
export const text = (value: string): Token => ({ type: 'STRING', value })
export const uidSet = (value: string): Token => ({ type: 'SEQUENCE', value })
export const literal = (value: Buffer): Token => ({ type: 'LITERAL', value })
export const atoms = (...values: string[]): Node[] => values.map(atom)

export const folderName = (path: string): Token => text(encodeName(path))

const atomText = /^\\?[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|~]+$/

/** `\Seen`, `$Forwarded`, `todo`: a flag must be an atom (RFC 9051 section 9, `flag-keyword`). */
export function flagList(flags: string[]): Node[] {
  const invalid = flags.find((flag) => !atomText.test(flag) || flag.length > 200)
  if (invalid !== undefined) throw new ImapFault('protocol', `${JSON.stringify(invalid)} cannot be a flag.`)
  return flags.map(atom)
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `17-Jul-2026 02:44:25 +0000` */
export function internalDate(date: Date): Token {
  const iso = date.toISOString()
  const day = iso.slice(8, 10)
  return text(`${day}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${iso.slice(11, 19)} +0000`)
}
