import type { Declarations } from './css-declarations.ts'

// What decides whether the text of an element is visible, computed as a browser does: some properties are inherited and
// may be overridden further inside, others hide the whole subtree.

type Attributes = Record<string, string>

export type ComputedStyle = {
  /** Hides the subtree for good: not displayed, transparent, clipped to nothing or moved off the screen. */
  isGone: boolean
  opacity: number
  isVisible: boolean
  /** In pixels. */
  fontSize: number
  isIndentedAway: boolean
  /** Null: unknown, which never hides. */
  colour: string | null
  /** The colour of the body's text. */
  pageColour: string | null
  background: string | null
  keepsLines: boolean
}

export const initialStyle: ComputedStyle = {
  isGone: false,
  opacity: 1,
  isVisible: true,
  fontSize: 16,
  isIndentedAway: false,
  colour: 'black',
  pageColour: 'black',
  background: 'white',
  keepsLines: false,
}

// Text of one pixel is as good as hidden; authors use it for that.
export const showsText = (style: ComputedStyle) =>
  !style.isGone &&
  style.isVisible &&
  style.fontSize > 1.01 &&
  !style.isIndentedAway &&
  (style.colour === null || (style.colour !== style.background && style.colour !== 'transparent'))

const pixelsPer: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  rem: 16,
  vw: 10.24,
  vh: 7.68,
}
const sizeNames: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
  initial: 16,
}
const lengthPattern = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z]{0,4}|%)$/

/** A length in pixels; undefined if it is none. */
function readLength(value: string | undefined, fontSize: number, whole?: number): number | undefined {
  const match = value === undefined ? null : lengthPattern.exec(value)
  if (!match) return undefined
  const number = Number(match[1])
  const unit = match[2] ?? ''
  // Without a unit only zero is valid; outside standards mode any number counts as pixels.
  if (unit === '') return number
  if (unit === '%') return whole === undefined ? undefined : (number * whole) / 100
  if (unit === 'em') return number * fontSize
  if (unit === 'ex' || unit === 'ch') return (number * fontSize) / 2
  return Object.hasOwn(pixelsPer, unit) ? number * (pixelsPer[unit] as number) : undefined
}

function readFontSize(value: string | undefined, inherited: number): number {
  if (value === undefined || value === 'inherit') return inherited
  if (Object.hasOwn(sizeNames, value)) return sizeNames[value] as number
  if (value === 'smaller') return inherited / 1.2
  if (value === 'larger') return inherited * 1.2
  const size = readLength(value, inherited, inherited)
  return size === undefined || size < 0 ? inherited : size
}

const colourPattern = /^(?:#[\da-f]{3,8}|[a-z]{3,22}|(?:rgb|hsl)a?\([^()]{1,40}\))$/
const whites = /^(?:#f{3,4}|#f{6}|#f{8}|rgba?\(255,255,255(?:,1(?:\.0*)?)?\))$/
const blacks = /^(?:#0{3}|#0{3}f|#0{6}|#0{6}ff|rgba?\(0,0,0(?:,1(?:\.0*)?)?\))$/
const transparents = /^(?:transparent|rgba\([^()]*,0?\.?0+\)|#[\da-f]{3}0|#[\da-f]{6}00)$/

/** Undefined for what is not a plain colour. */
function readColour(raw: string): string | undefined {
  const value = raw.toLowerCase().replace(/\s+/g, '')
  if (!colourPattern.test(value)) return undefined
  if (whites.test(value)) return 'white'
  if (blacks.test(value)) return 'black'
  if (transparents.test(value)) return 'transparent'
  return /^#[\da-f]{3}$/.test(value)
    ? `#${[...value.slice(1)].map((digit) => digit + digit).join('')}`
    : value
}

const paintable = /^(?:body|table|t[dhr]|tbody|thead|tfoot)$/

function computeBackground(parent: string | null, own: Declarations, name: string, attributes: Attributes) {
  const fill = own.get('background-color')?.value ?? (paintable.test(name) ? attributes.bgcolor : undefined)
  if (own.has('background-image') && own.get('background-image')?.value !== 'none') return null
  if (fill !== undefined) {
    const colour = readColour(fill === 'none' ? 'transparent' : fill)
    if (colour === undefined) return null
    return ['transparent', 'inherit', 'initial', 'unset'].includes(colour) ? parent : colour
  }
  // A sheet that we do not have might paint it.
  return 'class' in attributes || 'id' in attributes || 'background' in attributes ? null : parent
}

function computeColour(parent: string | null, own: Declarations, name: string, attributes: Attributes) {
  const value = own.get('color')?.value ?? attributes.color ?? (name === 'body' ? attributes.text : undefined)
  if (value === undefined) return name === 'a' && 'href' in attributes ? '#0000ee' : parent
  const colour = readColour(value)
  if (colour === 'inherit' || colour === 'unset' || colour === 'currentcolor') return parent
  return colour ?? null
}

const tableParts = /^(?:table|inline-table|t[dhr]|tbody|thead|tfoot|table-.*)$/
const farAway = -900

const boxProperties = new Set([
  'position',
  'margin-left',
  'margin-top',
  'transform',
  'clip-path',
  'overflow',
  'overflow-x',
  'overflow-y',
])

function mayHideBox(own: Declarations): boolean {
  for (const name of own.keys()) if (boxProperties.has(name)) return true
  return false
}

/** Whether the box of the element, and with it the whole subtree, is clipped or moved away. */
function isBoxHidden(own: Declarations, name: string, isBlock: boolean, fontSize: number): boolean {
  const value = (property: string) => own.get(property)?.value
  const length = (property: string) => readLength(value(property), fontSize)
  const position = value('position')
  const isAbsolute = position === 'absolute' || position === 'fixed'
  if (
    position !== undefined &&
    position !== 'static' &&
    [length('left'), length('top')].some((at = 0) => at < farAway)
  )
    return true
  if ([length('margin-left'), length('margin-top')].some((margin = 0) => margin < farAway)) return true
  if (/^scale\(\s*0?\.?0+\s*[,)]/.test(value('transform') ?? '')) return true
  if (
    isAbsolute &&
    /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)$/.test(value('clip') ?? '')
  )
    return true
  if (/^inset\(\s*(?:50|100)%/.test(value('clip-path') ?? '')) return true
  const display = value('display')
  // Only boxes are clipped, and a table grows with its content.
  const isBox =
    isBlock || isAbsolute || display?.startsWith('inline-') || /^(?:left|right)$/.test(value('float') ?? '')
  if (!isBox || tableParts.test(display ?? name)) return false
  const clips = ['overflow', 'overflow-x', 'overflow-y'].some((property) =>
    /hidden|clip/.test(value(property) ?? ''),
  )
  return (
    clips && ['height', 'max-height', 'width', 'max-width'].some((property) => (length(property) ?? 2) <= 1)
  )
}

const fontSizes = [10, 10, 13, 16, 18, 24, 32, 48]

const keepsLines = (value: string) => /^(?:pre|break-spaces)/.test(value)

function computeIndent(parent: boolean, own: Declarations, fontSize: number): boolean {
  const indent = own.get('text-indent')?.value
  return indent === undefined ? parent : (readLength(indent, fontSize) ?? 0) <= -100
}

type StyleInput = {
  name: string
  attributes: Attributes
  own: Declarations
  isBlock: boolean
  isQuirky: boolean
}

/** Elements that change the style without any attribute. */
export const styledElements: ReadonlySet<string> = new Set(['table', 'body', 'font', 'a', 'pre'])

/** Computes the style of an element from that of its parent. */
export function computeStyle(
  parent: ComputedStyle,
  { name, attributes, own, isBlock, isQuirky }: StyleInput,
): ComputedStyle {
  const display = own.get('display')?.value
  if (display === 'none' || (display === undefined && 'hidden' in attributes))
    return { ...parent, isGone: true }
  // Without a doctype, tables do not inherit the size and colour of the text around them.
  const isReset = name === 'table' && isQuirky
  const inherited = isReset ? 16 : parent.fontSize
  const ownSize = own.get('font-size')?.value
  const attributeSize = name === 'font' ? fontSizes[Number(attributes.size)] : undefined
  const fontSize = ownSize === undefined ? (attributeSize ?? inherited) : readFontSize(ownSize, inherited)
  const opacity = parent.opacity * Math.min(1, Math.max(0, readLength(own.get('opacity')?.value, 1, 1) ?? 1))
  const visibility = own.get('visibility')?.value
  const colour = computeColour(isReset ? parent.pageColour : parent.colour, own, name, attributes)
  const whiteSpace = own.get('white-space')?.value
  return {
    isGone: opacity < 0.1 || (mayHideBox(own) && isBoxHidden(own, name, isBlock, fontSize)),
    opacity,
    isVisible:
      visibility === undefined || visibility === 'inherit' ? parent.isVisible : visibility === 'visible',
    fontSize,
    isIndentedAway: computeIndent(name !== 'table' && parent.isIndentedAway, own, fontSize),
    colour,
    pageColour: name === 'body' ? colour : parent.pageColour,
    background: computeBackground(parent.background, own, name, attributes),
    keepsLines: whiteSpace === undefined ? name === 'pre' || parent.keepsLines : keepsLines(whiteSpace),
  }
}
