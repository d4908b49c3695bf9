// Simple and declared only: no cascade is computed. What a class or a style sheet might do is unknown, and the
// unknown counts as visible, since losing a sentence is worse than keeping a preheader.

const hiding = [
  /(?:^|[;\s])display\s*:\s*none/,
  /(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)/,
  /(?:^|[;\s])font-size\s*:\s*(?:0*\.?0+|0*1px|0*\.\d+(?:px|pt))(?![\d.])/,
  /(?:^|[;\s])opacity\s*:\s*(?:0*\.?0+|0*\.0\d*)(?![\d.])/,
  /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0+(?:px|pt|em|%)?\s*(?:!important\s*)?(?:;|$)/,
  /(?:^|[;\s])text-indent\s*:\s*-\d{3,}/,
  /(?:^|[;\s])(?:left|top|margin-left|margin-top)\s*:\s*-\d{4,}/,
  /(?:^|[;\s])mso-hide\s*:\s*all/,
]

/** Whether a lower-case style attribute hides its element. A zero height hides only with what overflows it. */
export function hides(style: string): boolean {
  if (style === '') return false
  const text = style.length > 2_000 ? style.slice(0, 2_000) : style
  return hiding.some((pattern, index) => {
    if (!pattern.test(text)) return false
    return (
      index !== 4 ||
      /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)|font-size\s*:\s*0|line-height\s*:\s*0/.test(text)
    )
  })
}

const names: Record<string, string> = {
  '#fff': 'white',
  '#ffffff': 'white',
  '#000': 'black',
  '#000000': 'black',
}

function colour(raw: string): string {
  const value = raw.replace(/!important/, '').replace(/\s+/g, '')
  if (/^rgba?\(255,255,255(?:,1(?:\.0)?)?\)$/.test(value)) return 'white'
  const known = Object.hasOwn(names, value) ? names[value] : undefined
  return known ?? value
}

const declared = (style: string, pattern: RegExp) => pattern.exec(style)?.[1]

/** The ground that text stands on (null: unknown), and whether this element writes in its very colour. */
export function paint(
  attributes: Record<string, string>,
  style: string,
  ground: string | null,
): { background: string | null; sameAsGround: boolean } {
  let background = ground
  const fill = declared(style, /(?:^|[;\s])background(?:-color)?\s*:\s*([^;]{1,60})/) ?? attributes.bgcolor
  if (fill !== undefined) {
    background = /^\s*(?:#[\da-f]{3,6}|[a-z]{3,20}|rgba?\([\d\s.,]{5,30}\))\s*(?:!important)?\s*$/i.test(fill)
      ? colour(fill.toLowerCase())
      : null
    if (background === 'transparent' || background === 'inherit') background = ground
  } else if (
    'class' in attributes ||
    'id' in attributes ||
    'background' in attributes ||
    style.includes('url(')
  ) {
    background = null
  }
  const ink = declared(style, /(?:^|[;\s])color\s*:\s*([^;]{1,60})/) ?? attributes.color
  const sameAsGround = ink !== undefined && background !== null && colour(ink.toLowerCase()) === background
  return { background, sameAsGround }
}
