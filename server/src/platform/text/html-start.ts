import { Parser } from 'htmlparser2'
import { removeInvisible } from './clean-text.ts'
import { createElementStack, type Element } from './element-stack.ts'

/** The beginning of a document: the hidden text before anything visible, and the first lines without texts of images. */
export type HtmlStart = { hidden: string; lines: StartLine[] }
/** `isLink`: it consists of links and nothing else. */
export type StartLine = { text: string; isLink: boolean }

const maxHidden = 1_200
const maxVisible = 400
const maxDepth = 200

// Blank characters that pad a preheader, so that nothing of the body follows it in a list of messages.
const padding = /[\u00a0\u2000-\u200a\u202f\u205f\u2800\u3000]+/g
// White space other than single blanks, and everything that `removeInvisible` and `padding` are about.
const untidy =
  /^ | $| {2}|[\t-\r\u0085\u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\udb40]|\u034f|\u17b4|\u17b5/
const blank = /^\s*$/

/** One line without invisible characters and padding. */
export const cleanSpaces = (text: string) =>
  untidy.test(text) ? removeInvisible(text).replace(padding, ' ').replace(/\s+/g, ' ').trim() : text

const preheaderName = /pre-?header|preview/i
const isPreheader = ({ class: names, id }: Record<string, string>) =>
  (names !== undefined && preheaderName.test(names)) || (id !== undefined && preheaderName.test(id))

/**
 * Collects the beginning of a document while somebody else parses it, until `isDone()`.
 * `isIgnorable` tells visible text that may stand before a preheader.
 */
export function createStartCollector(isIgnorable: (text: string) => boolean) {
  const lines: StartLine[] = []
  let [hidden, current, linked, size, links] = ['', '', 0, 0, 0]
  let hasVisible = false
  const endLine = () => {
    if (current === '') return
    const text = cleanSpaces(current)
    // Links beside each other, and nothing else, are navigation.
    if (text !== '') lines.push({ text, isLink: linked >= current.replace(/[\s|·•>]+/g, '').length })
    size += text.length
    current = ''
    linked = 0
  }
  return {
    open(name: string, { isBlock }: Element) {
      if (name === 'a') links++
      if (isBlock || name === 'br') endLine()
    },
    text(text: string, element: Element | undefined) {
      if (element?.isSilent || blank.test(text)) return
      if (element && (!element.isShown || isPreheader(element.attributes))) {
        if (!hasVisible) hidden += ` ${text}`
        return
      }
      const shown = cleanSpaces(text)
      if (shown === '') return
      hasVisible ||= !isIgnorable(shown)
      current += text
      if (links > 0) linked += text.replace(/\s+/g, '').length
    },
    close(name: string, element: Element | undefined) {
      if (name === 'a' && links > 0) links--
      if (element?.isBlock) endLine()
      else if (name === 'td' || name === 'th') current += ' '
    },
    hasVisible: () => hasVisible,
    isDone: () => hidden.length > maxHidden || size > maxVisible,
    end(): HtmlStart {
      endLine()
      return { hidden: cleanSpaces(hidden), lines }
    },
  }
}

export type StartCollector = ReturnType<typeof createStartCollector>

const stepLength = 512

/** The hidden text before anything visible. Style sheets are left out, since reading them costs the most. */
export function readHiddenStart(html: string, isIgnorable: (text: string) => boolean): string {
  const elements = createElementStack(html, false)
  const start = createStartCollector(isIgnorable)
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      start.open(name, elements.push(name, attributes))
    },
    ontext: (text) => {
      start.text(text, elements.top())
      if (start.hasVisible()) parser.pause()
    },
    onclosetag(name) {
      depth--
      start.close(name, elements.pop())
    },
  })
  const isDone = () => depth > maxDepth || start.hasVisible() || start.isDone()
  // In small steps, since most of the document is not needed.
  for (let at = 0; at < html.length && !isDone(); at += stepLength)
    parser.write(html.slice(at, at + stepLength))
  return start.end().hidden
}
