import { replyText } from '@mailwright/contract/workflow-graph/reply-text'
import { Parser } from 'htmlparser2'
import { cleanLine, removeInvisible } from '../../platform/text/clean-text.ts'
import { createElementStack } from '../../platform/text/element-stack.ts'
import { limits } from './limits.ts'
import { isBoilerplate } from './preview-words.ts'

const maxHtml = 40_000
const maxDepth = 200
const stepLength = 2_048
const maxCollected = 1_200

// Blank characters that pad a preheader, so that nothing of the body follows it in a list of messages.
const padding = /[\u00a0\u2000-\u200a\u202f\u205f\u2800\u3000]+/g
const plain = /^[!-~]+(?: [!-~]+)*$/
const cleanSpaces = (text: string) =>
  plain.test(text) ? text : removeInvisible(text).replace(padding, ' ').replace(/\s+/g, ' ').trim()

type Line = { text: string; isLink: boolean }
type Start = { hidden: string; lines: Line[] }

const preheaderName = /pre-?header|preview|preheader/i

/** The hidden text at the beginning of a document, and its first visible lines without texts of images. */
function readStart(html: string, wantsLines: boolean): Start {
  const source = html.slice(0, maxHtml)
  const elements = createElementStack(source, false)
  const lines: Line[] = []
  let [hidden, current, linked, size, links] = ['', '', 0, 0, 0]
  const endLine = () => {
    const text = cleanSpaces(current)
    // Links beside each other, and nothing else, are navigation.
    if (text !== '') lines.push({ text, isLink: linked >= current.replace(/[\s|·•>]+/g, '').length })
    size += text.length
    current = ''
    linked = 0
  }
  let isDone = false
  let depth = 0
  const stop = () => {
    isDone = true
    parser.pause()
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      const { isBlock } = elements.push(name, attributes)
      if (name === 'a') links++
      if (isBlock || name === 'br') endLine()
    },
    ontext(text) {
      const element = elements.top()
      if (element?.isSilent || text.trim() === '') return
      const isPreheader = preheaderName.test(
        `${element?.attributes.class ?? ''} ${element?.attributes.id ?? ''}`,
      )
      if (element && (!element.isShown || isPreheader)) {
        if (lines.length === 0 && current.trim() === '') hidden += ` ${text}`
      } else if (cleanSpaces(text) !== '') {
        if (!wantsLines && !isBoilerplate(cleanSpaces(text))) stop()
        else if (wantsLines) current += text
        if (links > 0) linked += text.replace(/\s+/g, '').length
      }
      if (hidden.length > maxCollected || size > 2 * limits.snippet) stop()
    },
    onclosetag(name) {
      depth--
      const element = elements.pop()
      if (name === 'a' && links > 0) links--
      if (element?.isBlock) endLine()
      else if (name === 'td' || name === 'th') current += ' '
    },
  })
  // In small steps, since most of the document is not needed.
  for (let at = 0; at < source.length && !isDone && depth < maxDepth; at += stepLength)
    parser.write(source.slice(at, at + stepLength))
  endLine()
  return { hidden: cleanSpaces(hidden), lines }
}

const mayHide =
  /display\s*:\s*none|max-height\s*:\s*0|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt)?\b|opacity\s*:\s*0|pre-?header|preview/i
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
  const words = text.split(/\s*[|·•»]\s*/)
  return words.length > 2 && words.every((word) => word.length < 25)
}

const isUseful = (text: string) => /[\p{L}\p{N}]/u.test(text) && !isNavigation(text) && !isBoilerplate(text)

const maxSkipped = 30

/** Joins lines without what every newsletter begins with; with everything, if nothing else is there. */
function joinLines(lines: readonly Line[]): string {
  let hasText = false
  const kept: string[] = []
  let size = 0
  lines.forEach(({ text, isLink }, index) => {
    if (size > 2 * limits.snippet) return
    if (index < maxSkipped && (!isUseful(text) || (isLink && !hasText))) return
    hasText = true
    size += text.length
    kept.push(text)
  })
  return (kept.length > 0 ? kept : lines.map(({ text }) => text)).join(' ')
}

function textPreview(text: string): string {
  const own = replyText(text.slice(0, 8_000)).slice(0, 4_000)
  const lines: Line[] = []
  let size = 0
  for (const raw of own.split('\n')) {
    if (size > maxCollected) break
    const line = cleanSpaces(withoutAddresses(raw).replace(/[-=_*~#]{4,}/g, ' '))
    if (line !== '') lines.push({ text: line, isLink: false })
    size += line.length
  }
  const joined = joinLines(lines)
  return joined === '' ? cleanSpaces(own) : joined
}

const hiddenWithin = 3_000

/** A preheader stands at the beginning of the body. */
function bodyStart(html: string): string {
  const body = Math.max(0, html.slice(0, maxHtml).search(/<body/i))
  return html.slice(body, body + hiddenWithin)
}

type Shown = { text: string | null; html: string | null; fromHtml: boolean }

/** One line for a list of messages: the preheader that the author meant for it, or the beginning of the text. */
export function createPreview({ text, html, fromHtml }: Shown): string | null {
  if (text === null) return null
  const hasHidden = html !== null && mayHide.test(bodyStart(html))
  const start = html !== null && (hasHidden || fromHtml) ? readStart(html, fromHtml) : undefined
  const shown =
    start && isPreheader(start.hidden)
      ? start.hidden
      : start && fromHtml && start.lines.length > 0 && !/^>/m.test(text.slice(0, 2_000))
        ? joinLines(start.lines.map((line) => ({ ...line, text: cleanSpaces(withoutAddresses(line.text)) })))
        : textPreview(text)
  const short = cleanLine(shown.slice(0, 4 * limits.snippet), limits.snippet)
  return short === '' ? null : short
}
