import {
  type ComputedStyle,
  computeStyle,
  initialStyle,
  showsText,
  styledElements,
} from './computed-style.ts'
import type { Declarations } from './css-declarations.ts'
import { createCascade, noClasses, readClasses, type StyledElement } from './style-cascade.ts'

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
export type Element = StyledElement & {
  isBlock: boolean
  isSilent: boolean
  isShown: boolean
  style: ComputedStyle
}

const inlineDisplay = /^(?:inline|contents)/
export const cells: ReadonlySet<string> = new Set(['td', 'th'])

function isBlockElement(name: string, display: string | undefined): boolean {
  if (display === undefined || display === 'inherit' || cells.has(name)) return blockElements.has(name)
  return !inlineDisplay.test(display) && display !== 'table-cell'
}

/** Attributes beside `class`, `id` and `href` that may change the style of an element. */
const stylingAttributes = ['hidden', 'background', 'bgcolor', 'color', 'size', 'text']

type Known = { name: string; own: Declarations; isNamed: boolean; isLink: boolean; style: ComputedStyle }
const maxKnown = 16

/** Computes styles, and remembers them: the rows and cells of a table have all the same ones. */
function createStyleComputer(isQuirky: boolean) {
  const computed = new Map<ComputedStyle, Known[]>()
  return (
    parent: ComputedStyle,
    { name, attributes, isBlock }: Element,
    own: Declarations,
  ): ComputedStyle => {
    const isNamed = attributes.class !== undefined || attributes.id !== undefined
    for (const attribute of stylingAttributes)
      if (attributes[attribute] !== undefined)
        return computeStyle(parent, { name, attributes, own, isBlock, isQuirky })
    if (own.size === 0 && !isNamed && !styledElements.has(name)) return parent
    const isLink = attributes.href !== undefined
    const known = computed.get(parent)
    if (known)
      for (const entry of known)
        if (entry.name === name && entry.own === own && entry.isNamed === isNamed && entry.isLink === isLink)
          return entry.style
    const style = computeStyle(parent, { name, attributes, own, isBlock, isQuirky })
    const entry = { name, own, isNamed, isLink, style }
    if (!known) computed.set(parent, [entry])
    else if (known.length < maxKnown) known.push(entry)
    return style
  }
}

/** Tracks the open elements and computes their styles. Reading style sheets costs the most and may be left out. */
export function createElementStack(html: string, withSheets = true) {
  const cascade = createCascade(withSheets ? html : '')
  const styleOf = createStyleComputer(!/^\s*<!doctype\s/i.test(html.slice(0, 1_000)))
  const stack: Element[] = []
  const push = (name: string, attributes: Record<string, string>): Element => {
    const parent = stack[stack.length - 1]
    const inherited = parent?.style ?? initialStyle
    const isSilent = parent?.isSilent || silentElements.has(name)
    const id = cascade.hasRules ? (attributes.id?.slice(0, 200).toLowerCase() ?? '') : ''
    const classes = cascade.hasRules ? readClasses(attributes.class) : noClasses
    const element: Element = {
      name,
      id,
      classes,
      attributes,
      isBlock: false,
      isSilent,
      isShown: false,
      style: inherited,
    }
    const own = cascade.declarations(element, stack)
    element.isBlock = isBlockElement(name, own.get('display')?.value)
    if (!inherited.isGone) {
      element.style = isSilent ? { ...inherited, isGone: true } : styleOf(inherited, element, own)
      element.isShown = element.style === inherited ? (parent?.isShown ?? true) : showsText(element.style)
    }
    stack.push(element)
    return element
  }
  // Every document has these two, whether they are written or not.
  if (cascade.hasRules) for (const name of ['html', 'body']) push(name, {})
  return { push, pop: () => stack.pop(), top: () => stack[stack.length - 1] }
}
