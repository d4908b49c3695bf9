import { Parser } from 'htmlparser2'
import { storable, withoutInvisible } from './clean-text.ts'
import { hides, paint } from './hidden-style.ts'
import { capDepth } from './html-depth.ts'
import { limits } from './limits.ts'

const silent = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'math',
  'select',
  'option',
  'textarea',
  'object',
  'iframe',
  'video',
  'audio',
  'canvas',
  'datalist',
  'xmp',
  'noembed',
  'noframes',
])
const blocks = new Set([
  'p',
  'div',
  'table',
  'tr',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
  'section',
  'article',
  'header',
  'footer',
  'hr',
  'address',
  'center',
  'form',
  'fieldset',
  'figure',
  'figcaption',
  'main',
  'nav',
  'aside',
  'tbody',
  'thead',
  'tfoot',
  'caption',
  'body',
  'html',
])
const apart = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'table', 'ul', 'ol', 'pre'])

type Element = { name: string; hidden: boolean; background: string | null }

/** Lines of what is shown, quotes marked with `>` as in plain mail so that one rule strips both. */
function createWriter() {
  const lines: string[] = []
  let current = ''
  let size = 0
  let gap = false
  const close = (quote: number) => {
    const text = withoutInvisible(current)
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
    current = ''
    if (text === '') return
    if (gap && lines.length > 0) lines.push('')
    gap = false
    lines.push(quote > 0 ? `${'>'.repeat(Math.min(quote, 10))} ${text}` : text)
    size += text.length
  }
  return {
    add(text: string) {
      current += text
    },
    close,
    gap() {
      gap = true
    },
    full: (most: number) => size + current.length > most,
    text: () => lines.join('\n'),
  }
}

/**
 * What a reader of the HTML sees, as text: without comments, hidden elements, invisible characters and, in the
 * plain cases, text in the colour of its ground. For previews, search and models; never for showing HTML.
 * Linear and without recursion, where html-to-text took three times as long and recursed into the tree.
 */
export function visibleText(html: string, most: number = limits.text): string {
  const stack: Element[] = []
  const writer = createWriter()
  let quote = 0
  const top = () => stack[stack.length - 1]
  const parser = new Parser({
    onopentag(name, attributes) {
      const parent = top()
      const style = attributes.style?.toLowerCase() ?? ''
      const { background, sameAsGround } = paint(attributes, style, parent ? parent.background : 'white')
      const hidden =
        (parent?.hidden ?? false) ||
        silent.has(name) ||
        'hidden' in attributes ||
        sameAsGround ||
        hides(style)
      stack.push({ name, hidden, background })
      if (hidden) return
      if (name === 'br') writer.close(quote)
      else if (name === 'td' || name === 'th') writer.add(' ')
      else if (name === 'img' && attributes.alt) writer.add(` ${attributes.alt} `)
      else if (blocks.has(name)) {
        writer.close(quote)
        if (apart.has(name)) writer.gap()
        if (name === 'blockquote') quote++
        if (name === 'li') writer.add('- ')
      }
    },
    ontext(text) {
      if (top()?.hidden) return
      writer.add(text)
      if (writer.full(most)) parser.pause()
    },
    onclosetag(name) {
      const element = stack.pop()
      if (!element || element.hidden || !blocks.has(name)) return
      writer.close(quote)
      if (apart.has(name)) writer.gap()
      if (name === 'blockquote') quote--
    },
  })
  parser.write(capDepth(html.slice(0, 2 * limits.html), limits.htmlDepth).html)
  if (!writer.full(most)) parser.end()
  writer.close(quote)
  return storable(writer.text().slice(0, most))
}
