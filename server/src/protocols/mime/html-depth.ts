/** Elements that hold nothing and are never closed. */
export const voids: ReadonlySet<string> = new Set([
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

// Elements that a parser closes by itself when this one opens: a thousand `<p>` without `</p>` are not deep.
const closes: Record<string, string[]> = {
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

/** The open elements as a parser would have them; answers whether a tag may stay. */
function createStack(most: number) {
  const stack: string[] = []
  const dropped = new Map<string, number>()
  return {
    opening(name: string): boolean {
      if (voids.has(name)) return true
      const implied = Object.hasOwn(closes, name) ? closes[name] : undefined
      while (implied?.includes(stack[stack.length - 1] ?? '')) stack.pop()
      if (stack.length < most) {
        stack.push(name)
        return true
      }
      dropped.set(name, (dropped.get(name) ?? 0) + 1)
      return false
    },
    closing(name: string): boolean {
      const lost = dropped.get(name) ?? 0
      if (lost > 0) {
        dropped.set(name, lost - 1)
        return false
      }
      const at = stack.lastIndexOf(name)
      if (at >= 0) stack.length = at
      return true
    },
  }
}

/**
 * Takes out the tags that would open more than `most` elements inside each other, before any parser sees them:
 * parsers search their stack of open elements at each closing tag, so that a megabyte of `<b>` and `</i>` costs
 * minutes. Only a rough reading of HTML, which is enough: what it gives is still foreign and sanitised after.
 */
export function capDepth(html: string, most: number): { html: string; capped: boolean } {
  const stack = createStack(most)
  const out: string[] = []
  let kept = 0
  // Remembered, since `<b<b<b…` would otherwise look for the same far `>` each time.
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
