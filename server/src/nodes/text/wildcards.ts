function standsAt(text: string, at: number, part: string): boolean {
  if (at < 0 || at + part.length > text.length) return false
  for (let i = 0; i < part.length; i++) if (part[i] !== '?' && part[i] !== text[at + i]) return false
  return true
}

function findPart(text: string, part: string, from: number): number {
  if (!part.includes('?')) return text.indexOf(part, from)
  for (let at = from; at + part.length <= text.length; at++) if (standsAt(text, at, part)) return at
  return -1
}

/**
 * Whether the whole text fits a pattern in which `*` stands for anything and `?` for one character. The first place
 * where a part fits is always good enough, so nothing is tried twice: linear in the text, times a part with `?`.
 */
export function fitsWildcards(text: string, pattern: string): boolean {
  const parts = pattern.split('*')
  const first = parts.shift() ?? ''
  const last = parts.pop()
  if (last === undefined) return text.length === first.length && standsAt(text, 0, first)
  if (text.length < first.length + last.length || !standsAt(text, 0, first)) return false
  const end = text.length - last.length
  if (!standsAt(text, end, last)) return false
  let at = first.length
  for (const part of parts) {
    at = part === '' ? at : findPart(text, part, at)
    if (at < 0) return false
    at += part.length
  }
  return at <= end
}
