import { fold } from './fold.ts'

/** Folded, with every run of white space as one space; `places` leads back to the text. */
export function squeeze(text: string): { plain: string; places: number[] } {
  const folded = fold(text)
  const places: number[] = []
  let plain = ''
  let afterSpace = true
  for (let at = 0; at < folded.length; at++) {
    const unit = folded.charAt(at)
    const isSpace = unit.trim() === ''
    if (isSpace && afterSpace) continue
    afterSpace = isSpace
    plain += isSpace ? ' ' : unit
    places.push(at)
  }
  return { plain, places }
}

/** Where a passage stands in a text, whatever its case, accents and line breaks. */
export function locate(text: string, passage: string): readonly [start: number, end: number] | undefined {
  const wanted = squeeze(passage).plain.trim()
  if (wanted === '') return undefined
  const { plain, places } = squeeze(text)
  const at = plain.indexOf(wanted)
  return at === -1 ? undefined : [places[at] ?? 0, (places[at + wanted.length - 1] ?? 0) + 1]
}
