const quoteLine = /^\s*>/
const introduction = /(wrote|a écrit|schrieb|escribió)\s*:\s*$/i

/** Parts the quote at the end of a text from what was written above it. */
export function splitQuote(text: string): { own: string; quote: string } {
  const lines = text.trimEnd().split('\n')
  let at = lines.length
  while (at > 0 && (quoteLine.test(lines[at - 1] ?? '') || (lines[at - 1] ?? '').trim() === '')) at -= 1
  const first = lines.findIndex((line, index) => index >= at && quoteLine.test(line))
  if (first < 0) return { own: text.trimEnd(), quote: '' }
  // "On Monday, Ada wrote:" belongs to the quote; mail programs break it over two lines.
  let start = at
  if (introduction.test(lines[start - 1] ?? ''))
    start -= /^(on|le|am|el)\b/i.test(lines[start - 1] ?? '') ? 1 : 2
  const own = lines.slice(0, Math.max(0, start)).join('\n').trimEnd()
  if (own === '') return { own: text.trimEnd(), quote: '' }
  return { own, quote: lines.slice(start).join('\n') }
}
