import { storable } from '../../platform/text/clean-text.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { createStartCollector, type HtmlStart, type StartCollector } from '../../platform/text/html-start.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { declaredCharset, decodeText, saysNothing } from './decode-text.ts'
import { unflow } from './flowed.ts'
import { limits } from './limits.ts'
import type { Part } from './mime-tree.ts'
import { isBoilerplate } from './preview-words.ts'
import { safely } from './safely.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** One displayed section of the message: text, HTML, or both as alternatives. */
type Segment = { text?: string; html?: string }

export type Leaf = { part: Part; related: boolean }
export type Leaves = { segments: Segment[]; attached: Leaf[]; cut: boolean; unreadable: boolean }

const isText = (part: Part) => part.type.value === 'text/plain' || part.type.value === 'text/html'

const isNamed = (part: Part) => part.disposition.params.has('filename') || part.type.params.has('name')

/** Whether a text part belongs to the body and is not an attached file. */
function isBody(part: Part): boolean {
  if (!isText(part)) return false
  if (part.parent === null) return part.disposition.value !== 'attachment' || !isNamed(part)
  if (part.disposition.value === 'attachment') return false
  return (
    part.disposition.value === 'inline' || !isNamed(part) || part.parent.type.value.endsWith('alternative')
  )
}

function charsetOf(part: Part, bytes: Buffer): string | undefined {
  const label = part.type.params.get('charset')
  return part.type.value === 'text/html' && saysNothing(label) ? (declaredCharset(bytes) ?? label) : label
}

function readText(source: Buffer, part: Part, leaves: Leaves): string {
  const end = Math.min(part.end, part.start + limits.encodedText)
  const bytes = decodeTransfer(source.subarray(part.start, end), part.encoding)
  const maxLength = part.type.value === 'text/html' ? limits.html : limits.text
  // A character takes at most four bytes.
  const decoded = decodeText(bytes.subarray(0, 4 * maxLength), charsetOf(part, bytes))
  if (end < part.end || decoded.length > maxLength) leaves.cut = true
  const text = decoded.length > maxLength ? storable(decoded.slice(0, maxLength)) : decoded
  if (part.type.value === 'text/plain' && part.type.params.get('format')?.toLowerCase() === 'flowed') {
    return unflow(text, part.type.params.get('delsp')?.toLowerCase() === 'yes')
  }
  return withLineFeeds(text)
}

// Two searches for fixed strings are several times faster than one for a pattern.
const withLineFeeds = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')

// Alternative versions for watches and AMP: neither displayed nor listed as files.
const ignoredAlternatives = new Set([
  'text/x-amp-html',
  'text/watch-html',
  'text/x-watch-html',
  'text/enriched',
])

type Place = { alternative: Segment | null; related: boolean }

function collect(source: Buffer, part: Part, place: Place, leaves: Leaves): void {
  if (part.children.length > 0) {
    const alternative =
      part.type.value === 'multipart/alternative' ? (place.alternative ?? {}) : place.alternative
    if (alternative && alternative !== place.alternative) leaves.segments.push(alternative)
    const related = place.related || part.type.value === 'multipart/related'
    for (const child of part.children) collect(source, child, { alternative, related }, leaves)
    return
  }
  // A multipart whose boundary never occurs is treated as text.
  const hasNoParts = part.type.value.startsWith('multipart/') && part.parent === null
  if (!hasNoParts && !isBody(part)) {
    if (!(place.alternative && ignoredAlternatives.has(part.type.value)))
      leaves.attached.push({ part, related: place.related })
    return
  }
  const text = safely(
    () => readText(source, part, leaves),
    () => {
      leaves.unreadable = true
      return ''
    },
  )
  const kind = part.type.value === 'text/html' ? 'html' : 'text'
  const segment = place.alternative
  if (!segment) leaves.segments.push({ [kind]: text })
  else segment[kind] = segment[kind] === undefined ? text : `${segment[kind]}\n${text}`
}

export function readLeaves(source: Buffer, root: Part): Leaves {
  const leaves: Leaves = { segments: [], attached: [], cut: false, unreadable: false }
  collect(source, root, { alternative: null, related: false }, leaves)
  return leaves
}

const textAsHtml = (text: string) => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`

export type Body = {
  text: string | null
  html: string | null
  fromHtml: boolean
  /** The beginning of the HTML that the text was made from. */
  start: HtmlStart | null
  cut: boolean
  unreadable: boolean
}

const textOfHtml = (html: string, start: StartCollector | null) =>
  safely(
    () => htmlToText(html, limits.text, start),
    () => html.replace(/<[^<>]*>/g, ' '),
  )

const isBlank = (text: string | undefined) => text === undefined || text.trim() === ''

/** Joins all segments into one text and, if any of them is HTML, into one HTML document. */
export function joinBody({ segments, cut, unreadable }: Leaves): Body {
  const shown = segments.filter(({ text, html }) => !isBlank(text) || !isBlank(html))
  if (shown.length === 0) return { text: null, html: null, fromHtml: false, start: null, cut, unreadable }
  const anyHtml = shown.some(({ html }) => html !== undefined)
  const fromHtml = shown.every(({ text }) => isBlank(text))
  const html = anyHtml
    ? shown.map((part) => part.html ?? (part.text ? textAsHtml(part.text) : '')).join('\n')
    : ''
  const start = fromHtml ? createStartCollector(isBoilerplate) : null
  const text = shown
    .map((part) => (isBlank(part.text) && part.html ? textOfHtml(part.html, start) : (part.text ?? '')))
    .join('\n\n')
  return {
    text: text.slice(0, limits.text).toWellFormed(),
    html: anyHtml ? html.slice(0, limits.html).toWellFormed() : null,
    fromHtml,
    start: start?.end() ?? null,
    cut: cut || text.length > limits.text || html.length > limits.html,
    unreadable,
  }
}
