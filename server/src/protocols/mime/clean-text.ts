import { plainText } from '../../platform/text/plain-text.ts'

/** Text that PostgreSQL takes: it refuses NUL, and half a surrogate pair. */
export function storable(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes('\0') ? formed.replaceAll('\0', '') : formed
}

// Overrides and isolates reorder what is shown (`exe.fdp` reads `pdf.exe`); the marks are as invisible.
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// Soft hyphen, joiners, word joiner, BOM, fillers, tag characters and the variation selectors beyond the
// common sixteen: they pad previews and carry text past a reader's eye to a model.
const invisible =
  /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0000}-\u{e01ef}]/gu
// Between letters or emoji a joiner has meaning (Persian, Hindi, families); elsewhere it is padding.
const joiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu

const anyInvisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\udb40]|\u034f|\u17b4|\u17b5/

/** Without the characters that a reader cannot see. */
export function withoutInvisible(text: string): string {
  if (!anyInvisible.test(text)) return text
  return text.replace(invisible, '').replace(joiners, '').replace(bidi, '')
}

const plainAscii = /^[ -~]*$/

/** One line for a list or a header: no control characters, nothing that reorders it. */
export function line(text: string, most: number): string {
  const start = text.slice(0, 8 * most)
  // Most are plain already, and the careful way costs ten times as much.
  if (plainAscii.test(start) && !start.includes('  ')) {
    const trimmed = start.trim()
    return trimmed.length <= most ? trimmed : `${trimmed.slice(0, most - 1)}…`
  }
  return plainText(withoutInvisible(start), most)
}

/** Nobody searches for base64 or a tracking link, and they swell the index. */
export function withoutLongWords(text: string, most: number): string {
  let run = 0
  for (let i = 0; i < text.length && run < most; i++) run = text.charCodeAt(i) > 0x20 ? run + 1 : 0
  return run < most ? text : text.replace(/\S+/g, (word) => (word.length < most ? word : ' '))
}
