import { replyText } from '@mailwright/contract/workflow-graph/reply-text'
import { cleanLine } from '../../platform/text/clean-text.ts'
import {
  cleanSpaces,
  type HtmlStart,
  readHiddenStart,
  type StartLine,
} from '../../platform/text/html-start.ts'
import { limits } from './limits.ts'
import { isBoilerplate } from './preview-words.ts'

const minPreheader = 8

const isPreheader = (text: string) =>
  text.length >= minPreheader && /\p{L}{2}/u.test(text) && !isBoilerplate(text)

const address = /[<([]?\s*https?:\/\/[^\s>)\]]+\s*[>)\]]?/gi
const image = /\[(?:cid:|image:|https?:)[^\]]{0,300}\]|!\[[^\]]{0,200}\]\([^)]{0,500}\)/gi
const link = /\[([^\][]{1,200})\]\(\s*https?:[^)\s]{1,2000}\s*\)/gi

const withoutAddresses = (line: string) =>
  line.includes('http') || line.includes('[')
    ? line.replace(image, ' ').replace(link, '$1').replace(address, ' ')
    : line

const isNavigation = (text: string) => {
  if (!/[|·•»]/.test(text)) return false
  const words = text.split(/\s*[|·•»]\s*/)
  return words.length > 2 && words.every((word) => word.length < 25)
}

const isUseful = (text: string) => /[\p{L}\p{N}]/u.test(text) && !isNavigation(text) && !isBoilerplate(text)

const maxSkipped = 30

const maxCollected = 2 * limits.snippet

/** Joins lines without what every newsletter begins with; with everything, if nothing else is there. */
function joinLines(lines: Iterable<StartLine>): string {
  const kept: string[] = []
  const skipped: string[] = []
  let size = 0
  for (const { text, isLink } of lines) {
    if (text === '') continue
    if (kept.length + skipped.length < maxSkipped && (!isUseful(text) || (isLink && kept.length === 0))) {
      skipped.push(text)
      continue
    }
    kept.push(text)
    size += text.length
    if (size > maxCollected) break
  }
  return (kept.length > 0 ? kept : skipped).join(' ')
}

const dashes = /[-=_*~#]{4,}/g
const anyDashes = /[-=_*~#]{4}/
const withoutDashes = (line: string) => (anyDashes.test(line) ? line.replace(dashes, ' ') : line)

function* linesOf(text: string): Generator<StartLine> {
  for (const line of text.split('\n'))
    yield { text: cleanSpaces(withoutDashes(withoutAddresses(line))), isLink: false }
}

function textPreview(text: string): string {
  const own = replyText(text.slice(0, 8_000), 4 * limits.snippet)
  const joined = joinLines(linesOf(own))
  return joined === '' ? cleanSpaces(own.slice(0, maxCollected)) : joined
}

const mayHide =
  /display\s*:\s*none|max-height\s*:\s*0|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt)?\b|opacity\s*:\s*0|pre-?header|preview/i
const bodyWithin = 40_000
const hiddenWithin = 3_000

/** The preheader of the HTML alternative, which stands at the beginning of the body. */
function preheaderOf(html: string): string {
  const head = html.slice(0, bodyWithin)
  const at = head.indexOf('<body')
  const body = Math.max(0, at < 0 ? head.search(/<body/i) : at)
  if (!mayHide.test(html.slice(body, body + hiddenWithin))) return ''
  return readHiddenStart(html.slice(body, body + bodyWithin), isBoilerplate)
}

/** `start`: the beginning of the HTML that the text was made from. */
type Shown = { text: string | null; html: string | null; start: HtmlStart | null }

/** One line for a list of messages: the preheader that the author meant for it, or the beginning of the text. */
export function createPreview({ text, html, start }: Shown): string | null {
  if (text === null) return null
  const hidden = start ? start.hidden : html === null ? '' : preheaderOf(html)
  const shown = isPreheader(hidden)
    ? hidden
    : start && start.lines.length > 0 && !/^>/m.test(text.slice(0, 2_000))
      ? joinLines(start.lines.map((line) => ({ ...line, text: cleanSpaces(withoutAddresses(line.text)) })))
      : textPreview(text)
  const short = cleanLine(shown.slice(0, 4 * limits.snippet), limits.snippet)
  return short === '' ? null : short
}
