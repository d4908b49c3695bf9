import type { Point } from './geometry.ts'

/** A glyph that can be seen. */
export type PlacedGlyph = {
  text: string
  /** Where it begins and ends on its baseline, in units of the page. */
  start: Point
  end: Point
  size: number
}

const ligatures = /[\ufb00-\ufb06]/g
// Fonts without a table of characters; control characters are for the reader of a terminal.
const unreadable = /[\p{Co}\p{Cn}\p{Cc}]/gu

const clean = (text: string) =>
  text.replace(ligatures, (each) => each.normalize('NFKC')).replace(unreadable, '')

const newLine = 0.5
const newWord = 0.15
// A tab, so that the number in one column is not read on into the next.
const newColumn = 1

function separator(before: PlacedGlyph, { start, end, size }: PlacedGlyph): string {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1
  const along = [(end[0] - start[0]) / length, (end[1] - start[1]) / length] as const
  const dx = start[0] - before.end[0]
  const dy = start[1] - before.end[1]
  const gap = (dx * along[0] + dy * along[1]) / Math.max(size, before.size)
  const shift = Math.abs(dy * along[0] - dx * along[1]) / Math.max(size, before.size)
  if (shift > newLine || gap < -newColumn) return '\n'
  if (Math.abs(gap) > newColumn) return '\t'
  return gap > newWord ? ' ' : ''
}

/** The text of glyphs in the order in which they are drawn, with lines and words by their places. */
export function joinGlyphs(glyphs: readonly PlacedGlyph[]): string {
  let text = ''
  let before: PlacedGlyph | undefined
  for (const glyph of glyphs) {
    const own = clean(glyph.text)
    if (own === '') continue
    const between = before ? separator(before, glyph) : ''
    text += between === ' ' && (text.endsWith(' ') || own === ' ') ? own : between + own
    before = glyph
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
