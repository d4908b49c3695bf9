import { decodeEntities } from './entities.ts'

const names = (text: string) => new Set(text.split(' '))
const silent = names(
  'script style head title template noscript svg math select textarea object iframe video audio canvas',
)
const blocks = names(
  'p div table tr ul ol li dl dt dd h1 h2 h3 h4 h5 h6 pre blockquote section article header footer hr form address center main',
)
const apart = names('p h1 h2 h3 h4 h5 h6 blockquote table ul ol pre')
const empty = names('area base br col embed hr img input link meta source track wbr')

type Tag = { name: string; closes: boolean; attributes: string; end: number }

/** Quoted values may hold `>`. */
function tagEnd(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at++) {
    const c = html[at] ?? ''
    if (quote !== '') quote = c === quote ? '' : quote
    else if (c === '>') return at
    else if ((c === '"' || c === "'") && html[at - 1] === '=') quote = c
  }
  return -1
}

function readTag(html: string, at: number): Tag | undefined {
  const closes = html[at + 1] === '/'
  const start = at + (closes ? 2 : 1)
  const name = /^[a-z][a-z\d]*/i.exec(html.slice(start, start + 20))?.[0]
  if (name === undefined) return undefined
  const end = tagEnd(html, start + name.length)
  if (end < 0) return { name: '', closes, attributes: '', end: html.length - 1 }
  const attributes = html.slice(start + name.length, Math.min(end, start + 4_000))
  return { name: name.toLowerCase(), closes, attributes, end }
}

const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|mso-hide\s*:\s*all/i
const isHidden = ({ name, attributes }: Tag) =>
  silent.has(name) || /(?:^|\s)hidden(?=[\s=/]|$)/i.test(attributes) || hiding.test(attributes)

/** What stands for a tag in the text: `\n` ends a line, `\f` also leaves one empty. */
function mark({ name, closes, attributes }: Tag): string {
  if (name === 'br') return '\n'
  if (name === 'td' || name === 'th') return ' '
  if (name === 'li' && !closes) return '\n- '
  if (name === 'img') return ` ${/\balt\s*=\s*"([^"]{0,200})"/i.exec(attributes)?.[1] ?? ''} `
  return apart.has(name) ? '\f' : blocks.has(name) ? '\n' : ''
}

function layOut(parts: string[]): string {
  const text = decodeEntities(parts.join(''))
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[ \t\u00a0]+/g, ' ')
  const lines: string[] = []
  for (const block of text.split('\f')) {
    const own = block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    if (own.length > 0 && lines.length > 0) lines.push('')
    for (const line of own) lines.push(line)
  }
  return lines.join('\n')
}

/**
 * The visible text of an HTML mail. One pass without a tree: a hidden element is skipped up to its own end tag,
 * found by counting tags of its name.
 */
export function htmlToText(html: string): string {
  const parts: string[] = []
  let hidden: { name: string; depth: number } | undefined
  let at = 0
  const write = (text: string) => {
    if (!hidden) parts.push(text)
  }
  while (at < html.length) {
    const open = html.indexOf('<', at)
    write(html.slice(at, open < 0 ? html.length : open).replace(/\s+/g, ' '))
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const tag = readTag(html, open)
    if (!tag) {
      const isMarkup = /[!?/]/.test(html[open + 1] ?? '')
      const end = isMarkup ? html.indexOf('>', open) : open
      if (!isMarkup) write('<')
      at = end < 0 ? html.length : end + 1
      continue
    }
    at = tag.end + 1
    if (hidden) {
      if (tag.name === hidden.name) hidden.depth += tag.closes ? -1 : 1
      if (hidden.depth === 0) hidden = undefined
    } else if (!tag.closes && !empty.has(tag.name) && isHidden(tag)) hidden = { name: tag.name, depth: 1 }
    else write(mark(tag))
  }
  return layOut(parts)
}
