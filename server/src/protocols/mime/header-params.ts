import { storable } from '../../platform/text/clean-text.ts'
import { decodeText } from './decode-text.ts'
import { decodeWords } from './encoded-words.ts'

/** `text/plain; charset=utf-8` split into the lower-case value and the parameters (RFC 2045 section 5.1). */
export type Structured = { value: string; params: Map<string, string> }

const maxLength = 16 * 1024
const maxParams = 200

/** Splits at semicolons, and removes quotes and comments. */
function splitParams(field: string): string[] {
  const found: string[] = []
  let piece = ''
  let quoted = false
  let comment = 0
  for (let i = 0; i < field.length; i++) {
    const c = field[i]
    if (c === '\\' && (quoted || comment > 0)) {
      i++
      if (comment === 0) piece += field[i] ?? ''
    } else if (comment > 0) {
      if (c === '(') comment++
      else if (c === ')') comment--
    } else if (c === '"') quoted = !quoted
    else if (quoted) piece += c
    else if (c === '(' && /[\s;]$|^$/.test(piece.slice(-1))) comment++
    else if (c === ';') {
      found.push(piece)
      piece = ''
      if (found.length > maxParams) return found
    } else piece += c
  }
  found.push(piece)
  return found
}

/** `utf-8''%e2%82%ac` (RFC 2231 section 4); only the first section names the charset. */
function decodePercent(sections: { text: string; encoded: boolean }[]): string {
  let charset: string | undefined
  const bytes: Buffer[] = []
  sections.forEach(({ text, encoded }, index) => {
    let rest = text
    if (encoded && index === 0) {
      const marks = /^([^']*)'[^']*'/.exec(text)
      charset = marks?.[1]
      rest = marks ? text.slice(marks[0].length) : text
    }
    bytes.push(encoded ? percentBytes(rest) : Buffer.from(rest, 'utf8'))
  })
  return decodeText(Buffer.concat(bytes), charset)
}

const percentBytes = (text: string) =>
  Buffer.from(
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Joins the sections `name*0*`, `name*1` and so on into one value (RFC 2231 section 3). */
function joinSections(raw: Map<string, string>): Map<string, string> {
  const params = new Map<string, string>()
  const sections = new Map<string, { index: number; text: string; encoded: boolean }[]>()
  for (const [key, text] of raw) {
    const match = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(key)
    const name = match?.[1] ?? key
    if (!match || (match[2] === undefined && !match[3])) {
      if (!params.has(name)) params.set(name, text.includes('=?') ? decodeWords(text) : text)
      continue
    }
    const list = sections.get(name) ?? []
    list.push({ index: Number(match[2] ?? 0), text, encoded: match[3] === '*' })
    sections.set(name, list)
  }
  // The extended form takes precedence over the plain one, which is for old readers (RFC 6266 section 4.3).
  for (const [name, list] of sections) params.set(name, decodePercent(list.sort((a, b) => a.index - b.index)))
  return params
}

export function parseStructured(field: string | undefined): Structured {
  if (field === undefined) return { value: '', params: new Map() }
  const [value = '', ...rest] = splitParams(field.slice(0, maxLength))
  const raw = new Map<string, string>()
  for (const piece of rest) {
    const equals = piece.indexOf('=')
    if (equals <= 0) continue
    const name = piece.slice(0, equals).trim().toLowerCase()
    if (!raw.has(name)) raw.set(name, storable(piece.slice(equals + 1).trim()))
  }
  return { value: value.trim().toLowerCase(), params: raw.size === 0 ? raw : joinSections(raw) }
}
