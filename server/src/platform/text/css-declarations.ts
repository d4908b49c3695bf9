// Reads the few properties that decide whether text is visible. All others are skipped.

type Declaration = { value: string; important: boolean }
/** By property; shorthands are expanded. */
export type Declarations = Map<string, Declaration>

const relevant = new Set([
  'display',
  'visibility',
  'font-size',
  'font',
  'opacity',
  'color',
  'background',
  'background-color',
  'background-image',
  'height',
  'max-height',
  'width',
  'max-width',
  'overflow',
  'overflow-x',
  'overflow-y',
  'text-indent',
  'position',
  'float',
  'left',
  'top',
  'margin-left',
  'margin-top',
  'clip',
  'clip-path',
  'transform',
  'white-space',
])

const maxStyleLength = 4_000
const comment = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g
const displays =
  /^(?:none|contents|block|inline|inline-(?:block|flex|grid|table)|flex|grid|flow-root|list-item|table(?:-(?:row|cell|caption|column|(?:row|header|footer|column)-group|column))?|-webkit-(?:inline-)?box|inherit|initial|unset|revert)$/
const visibilities = /^(?:visible|hidden|collapse|inherit|initial|unset)$/
const sizes = /^(?:\+?(?:\d+\.?\d*|\.\d+)(?:[a-z]{1,4}|%)?|[a-z-]+)$/
const fontShorthand =
  /(?:^|\s)((?:\d*\.)?\d+(?:px|pt|pc|em|rem|ex|ch|%|in|cm|mm|q|vw|vh)?|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?=\s|\/|$)(?!\s*$)/

/** A browser drops a declaration whose value it does not know, and an earlier one then stays. */
function isValid(name: string, value: string): boolean {
  if (name === 'display') return displays.test(value)
  if (name === 'visibility') return visibilities.test(value)
  if (name === 'font-size') return sizes.test(value)
  return value !== ''
}

/** Adds one declaration; among equals the later one wins. */
export function addDeclaration(to: Declarations, name: string, value: string, important: boolean): void {
  if (name === 'font') {
    // A weight of the same shape as a size stands before it: `font: 700 14px/20px Arial`.
    const size = fontShorthand.exec(value.replace(/(?:^|\s)[1-9]00(?=\s)/, ' '))?.[1]
    if (size !== undefined) addDeclaration(to, 'font-size', size, important)
    return
  }
  if (name === 'background') {
    addDeclaration(to, 'background-color', value, important)
    return
  }
  if (!isValid(name, value) || (to.get(name)?.important && !important)) return
  to.set(name, { value, important })
}

const important = /!\s*important\s*$/

/** The relevant declarations of a style attribute. */
export function readStyle(style: string): Declarations {
  const found: Declarations = new Map()
  const text = style.slice(0, maxStyleLength).toLowerCase()
  for (const declaration of (text.includes('/*') ? text.replace(comment, '') : text).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim()
    if (!relevant.has(name)) continue
    const raw = declaration.slice(colon + 1).trim()
    const isImportant = raw.includes('!') && important.test(raw)
    addDeclaration(found, name, isImportant ? raw.replace(important, '').trim() : raw, isImportant)
  }
  return found
}

export const isRelevant = (name: string) => relevant.has(name)
