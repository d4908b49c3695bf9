const single: Record<string, string> = { œ: 'o', æ: 'a', ß: 's', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
const marks = /[‘’ʼ´`]/
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/
const dashes = /[\u2010-\u2015\u2212]/

function foldUnit(unit: string): string {
  if (unit <= '\x7f') return unit.toLowerCase()
  if (marks.test(unit)) return "'"
  if (spaces.test(unit)) return ' '
  if (dashes.test(unit)) return '-'
  const lower = unit.toLowerCase()
  if (lower.length !== 1) return unit
  return single[lower] ?? lower.normalize('NFD').charAt(0)
}

/** Lower case without accents and typographic variants. Every position stays where it was. */
export function fold(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; at++) folded += foldUnit(text.charAt(at))
  return folded
}
