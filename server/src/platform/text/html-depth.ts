/** Elements without content and without an end tag. */
export const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'basefont',
  'bgsound',
  'br',
  'col',
  'embed',
  'frame',
  'hr',
  'img',
  'input',
  'keygen',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
])

// Elements that a parser closes implicitly when the key opens: a thousand `<p>` without `</p>` are not deep.
const impliedEnds: Record<string, string[]> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  div: ['p'],
  table: ['p'],
  ul: ['p'],
  ol: ['p'],
}

const slash = 0x2f
const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const isNameEnd = (code: number) => !(code > 0x20) || code === slash || code === 0x3e

function nameAt(html: string, start: number): string {
  let end = start
  while (end < start + 40 && !isNameEnd(html.charCodeAt(end))) end++
  return html.slice(start, end).toLowerCase()
}

/** Tracks the open elements as a parser would; each method returns whether the tag may stay. */
function createStack(maxDepth: number) {
  const stack: string[] = []
  const droppedCounts = new Map<string, number>()
  return {
    opening(name: string): boolean {
      if (voidElements.has(name)) return true
      const implied = Object.hasOwn(impliedEnds, name) ? impliedEnds[name] : undefined
      while (implied?.includes(stack[stack.length - 1] ?? '')) stack.pop()
      if (stack.length < maxDepth) {
        stack.push(name)
        return true
      }
      droppedCounts.set(name, (droppedCounts.get(name) ?? 0) + 1)
      return false
    },
    closing(name: string): boolean {
      const unmatched = droppedCounts.get(name) ?? 0
      if (unmatched > 0) {
        droppedCounts.set(name, unmatched - 1)
        return false
      }
      const at = stack.lastIndexOf(name)
      if (at >= 0) stack.length = at
      return true
    },
  }
}

function hasMoreTags(html: string, count: number): boolean {
  let found = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1))
    if (html.charCodeAt(at + 1) !== slash && ++found > count) return true
  return false
}

/**
 * Removes the tags that would nest more than `maxDepth` elements, before any parser sees them: parsers search their
 * stack of open elements at each end tag, so a megabyte of `<b>` and `</i>` would cost minutes. This reads HTML only
 * roughly, which is enough: the result is still untrusted and sanitised later.
 */
export function capDepth(html: string, maxDepth: number): { html: string; capped: boolean } {
  // Most mails have too few tags to nest that deep.
  if (!hasMoreTags(html, maxDepth)) return { html, capped: false }
  const stack = createStack(maxDepth)
  const out: string[] = []
  let kept = 0
  // Kept between tags: `<b<b<b…` would otherwise search for the same distant `>` each time.
  let end = -1
  let at = html.indexOf('<')
  while (at >= 0) {
    const closing = html.charCodeAt(at + 1) === slash
    const start = closing ? at + 2 : at + 1
    if (isLetter(html.charCodeAt(start))) {
      if (end < at) end = html.indexOf('>', at)
      if (end < 0) break
      const name = nameAt(html, start)
      if (!(closing ? stack.closing(name) : stack.opening(name))) {
        out.push(html.slice(kept, at))
        kept = Math.max(kept, end + 1)
        at = end
      }
    }
    at = html.indexOf('<', at + 1)
  }
  if (kept === 0) return { html, capped: false }
  out.push(html.slice(kept))
  return { html: out.join(''), capped: true }
}
