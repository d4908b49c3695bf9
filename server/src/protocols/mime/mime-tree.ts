import { first, type Headers, headerEnd, readHeaders } from './header-block.ts'
import { parseStructured, type Structured } from './header-params.ts'
import { limits } from './limits.ts'
import { encodingOf } from './transfer-encoding.ts'

// The parts of a mail as ranges of its bytes: nothing is copied or decoded before someone asks. A parser that
// decodes every part cannot be stopped at 1,000 of them, and spends most of its time on attachments.

export type Part = {
  headers: Headers
  type: Structured
  disposition: Structured
  encoding: string
  /** The range of the encoded content. */
  start: number
  end: number
  parent: Part | null
  children: Part[]
}

export type Tree = { root: Part; tooDeep: boolean; tooMany: boolean }

type Open = { part: Part; boundary: Buffer }
type Delimiter = { level: number; last: boolean; start: number; next: number }

const lf = 0x0a
const cr = 0x0d
const dash = 0x2d
const dashes = Buffer.from('\n--')

function readPart(source: Buffer, start: number, end: number, parent: Part | null): Part {
  const { stop, body } = headerEnd(source, start, end)
  const headers = readHeaders(source, start, stop)
  const fallback = parent?.type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  const type = parseStructured(first(headers, 'content-type'))
  return {
    headers,
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type : { value: fallback, params: type.params },
    disposition: parseStructured(first(headers, 'content-disposition')),
    encoding: encodingOf(first(headers, 'content-transfer-encoding')),
    start: body,
    end,
    parent,
    children: [],
  }
}

/** The delimiter line at `at`, the innermost boundary first (RFC 2046 section 5.1.1). */
function delimiterAt(source: Buffer, at: number, open: Open[]): Delimiter | null {
  const eol = source.indexOf(lf, at)
  const lineEnd = eol < 0 ? source.length : eol
  const next = eol < 0 ? source.length : eol + 1
  for (let level = open.length - 1; level >= 0; level--) {
    const boundary = (open[level] as Open).boundary
    let end = at + 2 + boundary.length
    if (end > lineEnd || boundary.compare(source, at + 2, end) !== 0) continue
    const last = source[end] === dash && source[end + 1] === dash
    if (last) end += 2
    while (end < lineEnd && (source[end] === 0x20 || source[end] === 0x09 || source[end] === cr)) end++
    if (end >= lineEnd) return { level, last, start: at, next }
  }
  return null
}

function nextDelimiter(source: Buffer, from: number, open: Open[]): Delimiter | null {
  if (open.length === 0) return null
  // Back by one: a delimiter may stand on the very first line.
  let at = from > 0 ? from - 1 : 0
  if (from === 0 && source[0] === dash && source[1] === dash) {
    const found = delimiterAt(source, 0, open)
    if (found) return found
  }
  for (;;) {
    const found = source.indexOf(dashes, at)
    if (found < 0) return null
    const delimiter = delimiterAt(source, found + 1, open)
    if (delimiter) return delimiter
    at = found + 1
  }
}

/** The line break before a delimiter belongs to the delimiter. */
function contentEnd(source: Buffer, start: number, delimiter: number): number {
  let end = delimiter
  if (end > start && source[end - 1] === lf) end--
  if (end > start && source[end - 1] === cr) end--
  return Math.max(start, end)
}

/** Whether a multipart's own boundary is to be looked for from here on. */
function opens(part: Part, open: Open[], tree: Tree): boolean {
  if (!part.type.value.startsWith('multipart/')) return false
  const boundary = part.type.params.get('boundary')?.slice(0, 256)
  if (!boundary) return false
  if (open.length >= limits.nesting) {
    tree.tooDeep = true
    return false
  }
  open.push({ part, boundary: Buffer.from(boundary, 'utf8') })
  return true
}

export function readTree(source: Buffer): Tree {
  const root = readPart(source, 0, source.length, null)
  const tree: Tree = { root, tooDeep: false, tooMany: false }
  const open: Open[] = []
  opens(root, open, tree)
  let parts = 1
  let delimiter = nextDelimiter(source, root.start, open)
  while (delimiter) {
    const parent = (open[delimiter.level] as Open).part
    for (const { part } of open.splice(delimiter.level + 1)) {
      part.end = contentEnd(source, part.start, delimiter.start)
    }
    if (delimiter.last) {
      parent.end = delimiter.start
      open.pop()
      delimiter = nextDelimiter(source, delimiter.next, open)
      continue
    }
    if (parts >= limits.parts) {
      tree.tooMany = true
      break
    }
    parts++
    // Looked for before the part is read: one without an empty line ends at its delimiter all the same.
    const begin: number = delimiter.next
    const next: Delimiter | null = nextDelimiter(source, begin, open)
    const end = next ? contentEnd(source, begin, next.start) : source.length
    const part = readPart(source, begin, end, parent)
    parent.children.push(part)
    delimiter = opens(part, open, tree) ? nextDelimiter(source, part.start, open) : next
  }
  return tree
}
