import { type ComputedStyle, computeStyle, initialStyle, showsText } from './computed-style.ts'
import { createCascade, readClasses, type StyledElement } from './style-cascade.ts'

const silentElements = new Set([
  'script',
  'style',
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
const blockElements = new Set([
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
/** `isSilent`: its content is never text, whatever the style. */
type Element = StyledElement & { isBlock: boolean; isSilent: boolean; isShown: boolean; style: ComputedStyle }

const inlineDisplay = /^(?:inline|contents)/
export const cells: ReadonlySet<string> = new Set(['td', 'th'])

function isBlockElement(name: string, display: string | undefined): boolean {
  if (display === undefined || display === 'inherit' || cells.has(name)) return blockElements.has(name)
  return !inlineDisplay.test(display) && display !== 'table-cell'
}

/** Tracks the open elements and computes their styles. Reading style sheets costs the most and may be left out. */
export function createElementStack(html: string, withSheets = true) {
  const cascade = createCascade(withSheets ? html : '')
  const isQuirky = !/^\s*<!doctype\s/i.test(html.slice(0, 1_000))
  const stack: Element[] = []
  const push = (name: string, attributes: Record<string, string>): Element => {
    const parent = stack[stack.length - 1]?.style ?? initialStyle
    const id = cascade.hasRules ? (attributes.id?.slice(0, 200).toLowerCase() ?? '') : ''
    const classes = cascade.hasRules ? readClasses(attributes.class) : []
    const element = { name, id, classes, attributes }
    const own = cascade.declarations(element, stack, attributes.style)
    const isBlock = isBlockElement(name, own.get('display')?.value)
    const style = parent.isGone
      ? parent
      : silentElements.has(name)
        ? { ...parent, isGone: true }
        : computeStyle(parent, { name, attributes, own, isBlock, isQuirky })
    const isSilent = (stack[stack.length - 1]?.isSilent ?? false) || silentElements.has(name)
    const entry = { ...element, isBlock, isSilent, isShown: showsText(style), style }
    stack.push(entry)
    return entry
  }
  // Every document has these two, whether they are written or not.
  if (cascade.hasRules) for (const name of ['html', 'body']) push(name, {})
  return { push, pop: () => stack.pop(), top: () => stack[stack.length - 1] }
}
