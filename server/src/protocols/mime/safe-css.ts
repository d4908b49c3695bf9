// Parses a style attribute and writes only known declarations of known shape. No accepted value can contain a function
// other than a colour, an escape, a comment, a URL, a bracket or a quote, so nothing is loaded and nothing escapes its
// declaration. Nothing is placed outside the flow: no position, no negative margins, no z-index.

const length = String.raw`(?:0|(?:\d{1,4}(?:\.\d{0,6})?|\.\d{1,6})(?:px|pt|pc|em|rem|ex|ch|%|in|cm|mm|q|vw|vh|vmin|vmax|lh)?)`
/** The indent of Word's list items; a larger one would hide text. */
const hanging = String.raw`-(?:\d{1,2}(?:\.\d{0,6})?(?:px|pt|mm)|\d(?:\.\d{0,6})?(?:in|cm|em|pc))`
const colour = String.raw`(?:#[0-9a-f]{3,8}|[a-z]{3,25}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\))`
const lineStyle = '(?:none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)'
const width = `(?:thin|medium|thick|${length})`

const only = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'i')
const oneOf = (...list: string[]) => only(list.join('|'))
const box = only(`(?:${length}|auto)(?:\\s+(?:${length}|auto)){0,3}`)
const one = only(`${length}|auto|none|inherit|initial|fit-content|max-content|min-content`)
const edge = only(`(?:(?:${width}|${lineStyle}|${colour})\\s*){1,3}`)
const colourOnly = only(colour)

const sides = ['top', 'right', 'bottom', 'left']
const each = (names: string[], pattern: RegExp) => names.map((name): [string, RegExp] => [name, pattern])

const properties = new Map<string, RegExp>([
  ...each(
    ['color', 'background-color', 'border-color', 'text-decoration-color', 'outline-color'],
    colourOnly,
  ),
  ['background', colourOnly],
  ['background-repeat', oneOf('repeat', 'repeat-x', 'repeat-y', 'no-repeat')],
  ['background-size', only(`cover|contain|(?:(?:${length}|auto)\\s*){1,2}`)],
  ['background-position', only(`(?:(?:left|right|top|bottom|center|${length})\\s*){1,2}`)],
  // Names, numbers and commas only: nothing in it can load or escape.
  ['font', /^[\w\s,./%-]{1,200}$/],
  ['font-family', /^[\w\s,-]{1,200}$/],
  ['font-size', only(`${length}|(?:x{1,2}-)?(?:small|large)|medium|smaller|larger|inherit`)],
  ['font-weight', oneOf('normal', 'bold', 'bolder', 'lighter', '[1-9]00', 'inherit')],
  ['font-style', oneOf('normal', 'italic', 'oblique', 'inherit')],
  ['font-variant', oneOf('normal', 'small-caps')],
  ['line-height', only(`normal|inherit|${length}|\\d{0,2}\\.\\d{1,4}`)],
  ['letter-spacing', only(`normal|-?${length}|-?\\d?\\.\\d{1,3}(?:px|em)`)],
  ['word-spacing', only(`normal|${length}`)],
  ['text-align', oneOf('left', 'right', 'center', 'justify', 'start', 'end', 'inherit', '-webkit-center')],
  ['text-decoration', only(`(?:(?:none|underline|overline|line-through|${colour}|${lineStyle})\\s*){1,3}`)],
  ['text-transform', oneOf('none', 'uppercase', 'lowercase', 'capitalize')],
  ['text-indent', only(`${length}|${hanging}`)],
  ['text-overflow', oneOf('clip', 'ellipsis')],
  ['vertical-align', only(`baseline|top|middle|bottom|text-top|text-bottom|sub|super|-?${length}`)],
  ['white-space', oneOf('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line', 'break-spaces')],
  ...each(
    ['word-break', 'overflow-wrap', 'word-wrap'],
    oneOf('normal', 'break-all', 'break-word', 'keep-all', 'anywhere'),
  ),
  ['direction', oneOf('ltr', 'rtl')],
  [
    'display',
    oneOf(
      'none',
      'block',
      'inline',
      'inline-block',
      'flow-root',
      'list-item',
      'table(?:-row|-cell|-caption|-row-group)?',
    ),
  ],
  ['visibility', oneOf('visible', 'hidden', 'collapse')],
  ['overflow', oneOf('hidden', 'visible', 'auto')],
  ['opacity', /^(?:0|1|0?\.\d{1,3})$/],
  ['float', oneOf('left', 'right', 'none')],
  ['clear', oneOf('left', 'right', 'both', 'none')],
  ...each(['width', 'height', 'max-width', 'max-height', 'min-width', 'min-height'], one),
  ...each(['margin', 'padding', ...sides.flatMap((side) => [`margin-${side}`, `padding-${side}`])], box),
  ...each(['border', 'outline', ...sides.map((side) => `border-${side}`)], edge),
  ...each(['border-width', ...sides.map((side) => `border-${side}-width`)], only(`(?:${width}\\s*){1,4}`)),
  ...each(
    ['border-style', ...sides.map((side) => `border-${side}-style`)],
    only(`(?:${lineStyle}\\s*){1,4}`),
  ),
  ...each(
    sides.map((side) => `border-${side}-color`),
    colourOnly,
  ),
  ['border-radius', only(`${length}(?:\\s+${length}){0,3}`)],
  ['border-collapse', oneOf('collapse', 'separate')],
  ['border-spacing', only(`${length}(?:\\s+${length})?`)],
  ['table-layout', oneOf('auto', 'fixed')],
  [
    'list-style-type',
    oneOf('none', 'disc', 'circle', 'square', 'decimal', '(?:lower|upper)-(?:alpha|roman|latin)'),
  ],
  [
    'list-style',
    only(
      '(?:(?:none|disc|circle|square|decimal|inside|outside|(?:lower|upper)-(?:alpha|roman|latin))\\s*){1,2}',
    ),
  ],
  ['box-sizing', oneOf('border-box', 'content-box')],
])

const fillWords =
  /^(?:no-repeat|repeat(?:-[xy])?|scroll|fixed|local|center|top|left|right|bottom|cover|contain|space|round|auto|none|border-box|padding-box|content-box|inherit|initial|unset)$/i

/** The colour of a background that also names a picture or a gradient. */
function backgroundColour(value: string): string {
  if (colourOnly.test(value) && !fillWords.test(value)) return value
  if (/^none$/i.test(value)) return 'transparent'
  const words = value.replace(/url\([^()]{0,250}\)/gi, ' ').match(/[a-z-]+\([^()]*\)|[^\s,/]+/gi) ?? []
  return words.find((word) => colourOnly.test(word) && !fillWords.test(word)) ?? ''
}

/** The value in the form that is checked: without quotes around names, which are redundant. */
function plainValue(name: string, value: string): string {
  if (name === 'font-family' || name === 'font') return value.replace(/["']/g, '').trim()
  return name === 'background' ? backgroundColour(value.slice(0, maxValue)) : value
}

const maxLength = 4_000
const maxValue = 250

/** The declarations of a style attribute that may stay; empty when none may. */
export function safeCss(style: string, allowed: ReadonlyMap<string, RegExp> = properties): string {
  const kept: string[] = []
  for (const declaration of style.slice(0, maxLength).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const pattern = allowed.get(name)
    if (!pattern) continue
    const raw = declaration.slice(colon + 1).trim()
    const important = /!\s*important$/i.test(raw.slice(-20))
    const bare = important ? raw.replace(/!\s*important$/i, '').trim() : raw
    const value = plainValue(name, bare)
    if (value.length > maxValue || !pattern.test(value)) continue
    kept.push(`${name}:${value}${important ? ' !important' : ''}`)
  }
  return kept.join(';')
}
