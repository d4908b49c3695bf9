import { plainText } from './plain-text.ts'

/** Removes what PostgreSQL rejects in text: NUL and lone surrogates. */
export function storable(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes('\0') ? formed.replaceAll('\0', '') : formed
}

// Overrides and isolates reorder the displayed text (`exe.fdp` reads `pdf.exe`); the marks are just as invisible.
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// Soft hyphen, joiners, word joiner, BOM, fillers, tag characters and the variation selectors beyond the common
// sixteen: they pad previews and smuggle text past a reader to a language model.
const invisible =
  /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0000}-\u{e01ef}]/gu
// Between letters or emoji a joiner has meaning (Persian, Hindi, families); elsewhere it is padding.
const joiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu

const anyInvisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\udb40]|\u034f|\u17b4|\u17b5/

/** Removes the characters that a reader cannot see. */
export function removeInvisible(text: string): string {
  if (!anyInvisible.test(text)) return text
  return text.replace(invisible, '').replace(joiners, '').replace(bidi, '')
}

const plainAscii = /^[ -~]*$/

/** One line for a list or a header, without control characters and without characters that reorder it. */
export function cleanLine(text: string, maxLength: number): string {
  const start = text.slice(0, 8 * maxLength)
  // Fast path: most lines are plain already, and the full clean-up costs ten times as much.
  if (plainAscii.test(start) && !start.includes('  ')) {
    const trimmed = start.trim()
    return trimmed.length <= maxLength ? trimmed : `${trimmed.slice(0, maxLength - 1)}…`
  }
  return plainText(removeInvisible(start), maxLength)
}
