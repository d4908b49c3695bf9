import { first, type Headers, headerEnd, readHeaders } from './header-block.ts'
import { parseStructured, type Structured } from './header-params.ts'
import { limits } from './limits.ts'
import { encodingOf } from './transfer-encoding.ts'

// The parts of a message as byte ranges: nothing is copied or decoded until needed. A parser that decodes every part
// cannot be stopped after 1,000 of them, and spends most of its time on attachments.

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

type OpenMultipart = { part: Part; boundary: Buffer }
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

/** The delimiter line at `at`; the innermost boundary is tried first (RFC 2046 section 5.1.1). */
function delimiterAt(source: Buffer, at: number, open: OpenMultipart[]): Delimiter | null {
  const eol = source.indexOf(lf, at)
  const lineEnd = eol < 0 ? source.length : eol
  const next = eol < 0 ? source.length : eol + 1
  for (let level = open.length - 1; level >= 0; level--) {
    const boundary = (open[level] as OpenMultipart).boundary
    let end = at + 2 + boundary.length
    if (end > lineEnd || boundary.compare(source, at + 2, end) !== 0) continue
    const last = source[end] === dash && source[end + 1] === dash
    if (last) end += 2
    while (end < lineEnd && (source[end] === 0x20 || source[end] === 0x09 || source[end] === cr)) end++
    if (end >= lineEnd) return { level, last, start: at, next }
  }
  return null
}

function nextDelimiter(source: Buffer, from: number, open: OpenMultipart[]): Delimiter | null {
  if (open.length === 0) return null
  // One byte back, since the first line may already be a delimiter.
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

const delimiterLine =
  /^--(\S[^\r\n]{0,200}?)[ \t]*\r?\n(?:[\w-]{1,60}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*?content-[\w-]{1,40}:/im
const guessedBytes = 64 * 1024

/** The boundary that the content itself shows: a line with two dashes, followed by header fields of a part. */
function guessBoundary(source: Buffer, part: Part): string | undefined {
  const content = source.toString('latin1', part.start, Math.min(part.end, part.start + guessedBytes))
  return delimiterLine.exec(content)?.[1]
}

/** Starts searching for the boundary of a multipart, if it has one. */
function openMultipart(part: Part, open: OpenMultipart[], tree: Tree): boolean {
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

/** Reads the parts of a message. A multipart is never taken for text: if its boundary does not occur, it is guessed. */
export function readTree(source: Buffer): Tree {
  const root = readPart(source, 0, source.length, null)
  const tree = walkParts(source, root)
  if (root.children.length > 0 || !root.type.value.startsWith('multipart/')) return tree
  const boundary = guessBoundary(source, root)
  if (boundary === undefined) return tree
  root.type = { value: root.type.value, params: new Map(root.type.params).set('boundary', boundary) }
  return walkParts(source, root)
}

function walkParts(source: Buffer, root: Part): Tree {
  const tree: Tree = { root, tooDeep: false, tooMany: false }
  const open: OpenMultipart[] = []
  openMultipart(root, open, tree)
  let parts = 1
  let delimiter = nextDelimiter(source, root.start, open)
  while (delimiter) {
    const parent = (open[delimiter.level] as OpenMultipart).part
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
    // Searched before reading the part, so that a part without an empty line ends at its delimiter too.
    const begin: number = delimiter.next
    const next: Delimiter | null = nextDelimiter(source, begin, open)
    const end = next ? contentEnd(source, begin, next.start) : source.length
    const part = readPart(source, begin, end, parent)
    parent.children.push(part)
    delimiter = openMultipart(part, open, tree) ? nextDelimiter(source, part.start, open) : next
  }
  return tree
}
