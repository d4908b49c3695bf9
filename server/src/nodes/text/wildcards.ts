function matchesAt(text: string, at: number, part: string): boolean {
  if (at < 0 || at + part.length > text.length) return false
  for (let i = 0; i < part.length; i++) if (part[i] !== '?' && part[i] !== text[at + i]) return false
  return true
}

function findPart(text: string, part: string, from: number): number {
  if (!part.includes('?')) return text.indexOf(part, from)
  for (let at = from; at + part.length <= text.length; at++) if (matchesAt(text, at, part)) return at
  return -1
}

/**
 * Whether the whole text matches a pattern in which `*` stands for any text and `?` for one character. The first place
 * where a part matches is always sufficient, so there is no backtracking: linear in the text, times a part with `?`.
 */
export function fitsWildcards(text: string, pattern: string): boolean {
  const parts = pattern.split('*')
  const first = parts.shift() ?? ''
  const last = parts.pop()
  if (last === undefined) return text.length === first.length && matchesAt(text, 0, first)
  if (text.length < first.length + last.length || !matchesAt(text, 0, first)) return false
  const end = text.length - last.length
  if (!matchesAt(text, end, last)) return false
  let at = first.length
  for (const part of parts) {
    at = part === '' ? at : findPart(text, part, at)
    if (at < 0) return false
    at += part.length
  }
  return at <= end
}
