import { isAscii } from 'node:buffer'
import { decodeText } from './decode-text.ts'
import { limits } from './limits.ts'

/** Fields by lower-case name, in order. A Map, so that `__proto__` is an ordinary name. */
export type Headers = Map<string, string[]>

const lf = 0x0a
const cr = 0x0d

/** The end of the header block that starts at `start`, and the start of the body (RFC 5322 section 2.1). */
export function headerEnd(source: Buffer, start: number, end: number): { stop: number; body: number } {
  let at = start
  const limit = Math.min(end, start + limits.headerBlock)
  while (at < limit) {
    if (source[at] === lf) return { stop: at, body: at + 1 }
    if (source[at] === cr && source[at + 1] === lf) return { stop: at, body: at + 2 }
    const next = source.indexOf(lf, at)
    if (next < 0 || next >= end) return { stop: end, body: end }
    at = next + 1
  }
  if (at >= end) return { stop: end, body: end }
  // No legitimate header is this long; the rest is skipped natively instead of line by line.
  const rest = source.subarray(at - 1, end)
  const ends = [rest.indexOf('\n\n'), rest.indexOf('\n\r\n')].filter((found) => found >= 0)
  if (ends.length === 0) return { stop: end, body: end }
  const stop = at + Math.min(...ends)
  return { stop, body: source[stop] === cr ? stop + 2 : stop + 1 }
}

// A bare CR or NUL in a value could be taken for a line break when the value is written again.
const breaks = /[\0\r\n\v\f\u2028\u2029]+/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const plainAscii = /^[\x00-\x7f]*$/

const decodeField = (field: string) =>
  plainAscii.test(field) ? field : decodeText(Buffer.from(field, 'latin1'), undefined)

export function readHeaders(source: Buffer, start: number, stop: number): Headers {
  const headers: Headers = new Map()
  const bytes = source.subarray(start, Math.min(stop, start + limits.headerBlock))
  const block = bytes.toString('latin1')
  const isPlain = isAscii(bytes)
  let field = ''
  let fields = 0
  const addField = () => {
    const colon = field.indexOf(':')
    if (colon <= 0 || fields >= limits.headerFields) return
    fields++
    const name = field.slice(0, colon).trim().toLowerCase()
    // Each field by itself, so that a broken character does not change how the others are read.
    const value = (isPlain ? field : decodeField(field))
      .slice(colon + 1)
      .replace(breaks, ' ')
      .trim()
    const same = headers.get(name)
    if (same) same.push(value)
    else headers.set(name, [value])
  }
  // Folded lines are joined with their white space (RFC 5322 section 2.2.3).
  for (const row of block.split('\n')) {
    const text = row.endsWith('\r') ? row.slice(0, -1) : row
    const first = text.charCodeAt(0)
    if (field !== '' && (first === 0x20 || first === 0x09)) {
      field += text
      continue
    }
    addField()
    field = text
  }
  addField()
  return headers
}

export const first = (headers: Headers, name: string): string | undefined => headers.get(name)?.[0]
