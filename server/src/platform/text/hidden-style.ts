// Looks at inline declarations only and computes no cascade. What a class or a style sheet might do is unknown, and
// the unknown counts as visible, since losing a sentence is worse than keeping a preheader.

const zeroSize = /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0+(?:px|pt|em|%)?\s*(?:!important\s*)?(?:;|$)/
const clipsContent = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)|font-size\s*:\s*0|line-height\s*:\s*0/
const hidingPatterns = [
  /(?:^|[;\s])display\s*:\s*none/,
  /(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)/,
  /(?:^|[;\s])font-size\s*:\s*(?:0*\.?0+|0*1px|0*\.\d+(?:px|pt))(?![\d.])/,
  /(?:^|[;\s])opacity\s*:\s*(?:0*\.?0+|0*\.0\d*)(?![\d.])/,
  /(?:^|[;\s])text-indent\s*:\s*-\d{3,}/,
  /(?:^|[;\s])(?:left|top|margin-left|margin-top)\s*:\s*-\d{4,}/,
  /(?:^|[;\s])mso-hide\s*:\s*all/,
]
const maxStyleLength = 2_000

/** Whether a lower-case style attribute hides its element. A zero size hides only if the overflow is clipped too. */
export function hidesElement(style: string): boolean {
  if (style === '') return false
  const text = style.length > maxStyleLength ? style.slice(0, maxStyleLength) : style
  return (
    hidingPatterns.some((pattern) => pattern.test(text)) || (zeroSize.test(text) && clipsContent.test(text))
  )
}

const colourNames: Record<string, string> = {
  '#fff': 'white',
  '#ffffff': 'white',
  '#000': 'black',
  '#000000': 'black',
}

function normaliseColour(raw: string): string {
  const value = raw.replace(/!important/, '').replace(/\s+/g, '')
  if (/^rgba?\(255,255,255(?:,1(?:\.0)?)?\)$/.test(value)) return 'white'
  const known = Object.hasOwn(colourNames, value) ? colourNames[value] : undefined
  return known ?? value
}

const declared = (style: string, pattern: RegExp) => pattern.exec(style)?.[1]

/** The background behind the element's text (null: unknown), and whether the text has the same colour. */
export function computePaint(
  attributes: Record<string, string>,
  style: string,
  parentBackground: string | null,
): { background: string | null; isInvisible: boolean } {
  let background = parentBackground
  const fill = declared(style, /(?:^|[;\s])background(?:-color)?\s*:\s*([^;]{1,60})/) ?? attributes.bgcolor
  if (fill !== undefined) {
    background = /^\s*(?:#[\da-f]{3,6}|[a-z]{3,20}|rgba?\([\d\s.,]{5,30}\))\s*(?:!important)?\s*$/i.test(fill)
      ? normaliseColour(fill.toLowerCase())
      : null
    if (background === 'transparent' || background === 'inherit') background = parentBackground
  } else if (
    'class' in attributes ||
    'id' in attributes ||
    'background' in attributes ||
    style.includes('url(')
  ) {
    background = null
  }
  const colour = declared(style, /(?:^|[;\s])color\s*:\s*([^;]{1,60})/) ?? attributes.color
  const isInvisible =
    colour !== undefined && background !== null && normaliseColour(colour.toLowerCase()) === background
  return { background, isInvisible }
}
