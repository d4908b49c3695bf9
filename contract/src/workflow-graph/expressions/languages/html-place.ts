/**
 * Where in HTML a value stands. `text` is between tags; `attribute` and `link` are inside a tag, a `link` where its
 * value still chooses the scheme; `style` is CSS or a script.
 */
export type HtmlPlace = { kind: 'text' | 'attribute' | 'link' | 'style'; isUnquoted: boolean }

type State = {
  in: 'text' | 'comment' | 'element' | 'tag' | 'before value' | 'unquoted' | '"' | "'"
  tag: string
  attribute: string
  /** Whether the next letter starts another attribute. */
  isNameEnded: boolean
  /** Whether the value of the attribute has a scheme, or cannot get one any more. */
  hasScheme: boolean
}

const linkAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'background',
  'poster',
  'cite',
  'data',
])
const isSpace = (c: string) => c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\f'
const maxName = 20

function startTag(state: State) {
  Object.assign(state, { in: 'tag', tag: '', attribute: '', isNameEnded: false, hasScheme: false })
}

function endTag(state: State) {
  const tag = state.tag || state.attribute
  state.in = tag === 'style' || tag === 'script' ? 'element' : 'text'
  state.tag = tag
}

function readName(state: State, c: string) {
  if (c === '=') state.in = 'before value'
  else if (c === '/' && state.attribute === '') state.tag ||= '/'
  else if (isSpace(c) || c === '/') state.isNameEnded = state.attribute !== ''
  else if (state.isNameEnded) {
    state.tag ||= state.attribute
    Object.assign(state, { attribute: c.toLowerCase(), isNameEnded: false, hasScheme: false })
  } else if (state.attribute.length < maxName) state.attribute += c.toLowerCase()
}

function readValue(state: State, c: string) {
  const isEnd = state.in === 'unquoted' ? isSpace(c) : c === state.in
  if (isEnd) Object.assign(state, { in: 'tag', isNameEnded: true })
  else state.hasScheme ||= c === ':' || c === '/' || c === '?' || c === '#'
}

/** Reads one character inside a tag. */
function readInTag(state: State, c: string) {
  if (c === '>' && state.in !== '"' && state.in !== "'") endTag(state)
  else if (state.in === 'tag') readName(state, c)
  else if (state.in !== 'before value') readValue(state, c)
  else if (c === '"' || c === "'") state.in = c
  else if (!isSpace(c)) {
    state.in = 'unquoted'
    readValue(state, c)
  }
}

/** Reads on; returns the position after what was read. */
function read(state: State, text: string, at: number): number {
  const skipTo = (sign: string) => {
    const found = text.indexOf(sign, at)
    return found < 0 ? text.length : found + sign.length
  }
  if (state.in === 'comment') {
    const end = skipTo('-->')
    if (text.startsWith('-->', end - 3)) state.in = 'text'
    return end
  }
  if (state.in === 'text' || state.in === 'element') {
    const end = skipTo('<')
    if (text[end - 1] !== '<' || end <= at) return end
    const next = text.slice(end, end + maxName).toLowerCase()
    if (state.in === 'element') {
      if (next.startsWith(`/${state.tag}`)) startTag(state)
    } else if (next.startsWith('!--')) state.in = 'comment'
    else if (next === '' || /^[a-z/!?]/.test(next)) startTag(state)
    return end
  }
  readInTag(state, text[at] ?? '')
  return at + 1
}

function placeIn(state: State): HtmlPlace {
  if (state.in === 'element') return { kind: 'style', isUnquoted: false }
  if (state.in === 'text' || state.in === 'comment') return { kind: 'text', isUnquoted: false }
  const isUnquoted = state.in !== '"' && state.in !== "'"
  const attribute = state.in === 'tag' ? '' : state.attribute
  if (attribute === 'style' || attribute.startsWith('on')) return { kind: 'style', isUnquoted }
  const isLink = linkAttributes.has(attribute) && !state.hasScheme
  return { kind: isLink ? 'link' : 'attribute', isUnquoted }
}

/**
 * The places of the values of a template (given as undefined), from its literal text. A value cannot change where the
 * next one stands, since each is escaped for its own place.
 */
export function htmlPlaces(parts: readonly (string | undefined)[]): (HtmlPlace | undefined)[] {
  const state: State = { in: 'text', tag: '', attribute: '', isNameEnded: false, hasScheme: false }
  return parts.map((literal) => {
    if (literal === undefined) {
      const place = placeIn(state)
      if (state.in === 'before value') state.in = 'unquoted'
      return place
    }
    for (let at = 0; at < literal.length; ) at = read(state, literal, at)
    return undefined
  })
}
