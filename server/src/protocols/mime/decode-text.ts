import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { storable } from '../../platform/text/clean-text.ts'

// Labels of mail that the WHATWG list does not know, without separators.
const aliases = new Map([
  ['cp932', 'shift_jis'],
  ['windows31j', 'shift_jis'],
  ['mskanji', 'shift_jis'],
  ['shiftjis', 'shift_jis'],
  ['cp936', 'gbk'],
  ['ms936', 'gbk'],
  ['gb23121980', 'gbk'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['ksc56011987', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp874', 'windows-874'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['cp50222', 'iso-2022-jp'],
  ['iso2022jp', 'iso-2022-jp'],
  ['iso2022jp1', 'iso-2022-jp'],
  ['iso2022jp2', 'iso-2022-jp'],
  ['eucjp', 'euc-jp'],
  ['latin1', 'windows-1252'],
  ['utf8mb4', 'utf-8'],
])

const decoderFor = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

// Bounded: the label comes from the mail, and a hostile one brings a new label with each part.
const decoders = new Map<string, TextDecoder | null>()
const maxDecoders = 200

function findDecoder(charset: string): TextDecoder | null {
  const known = decoders.get(charset)
  if (known !== undefined) return known
  const bare = charset.replace(/^(?:x-|cs)/, '').replace(/[\s._-]+/g, '')
  const decoder = decoderFor(charset) ?? decoderFor(aliases.get(bare) ?? bare)
  if (decoders.size < maxDecoders) decoders.set(charset, decoder)
  return decoder
}

const windows1252 = new TextDecoder('windows-1252')
const asciiFamily =
  /^(?:us-?ascii|ascii|ansi_x3.*|7bit|8bit|unknown.*|default|none|x-unknown|iso-8859-1|latin1|windows-1252)?$/

/**
 * Bytes to text, never an error. Where the label is missing, unknown or one that mailers write without
 * thinking, bytes that are valid UTF-8 with something beyond ASCII are UTF-8: chance all but never makes such.
 */
export function decodeText(bytes: Buffer, label: string | undefined): string {
  if (bytes.length === 0) return ''
  const charset = (label ?? '').trim().toLowerCase().slice(0, 40)
  // ISO-2022 and UTF-7 hide everything in ASCII bytes; UTF-16 as ASCII bytes is possible too.
  if (!/2022|utf-?16|utf-?7|ucs|hz-/.test(charset) && isAscii(bytes))
    return storable(bytes.toString('latin1'))
  if (charset === 'utf-8' || charset === 'utf8') {
    return storable(isUtf8(bytes) ? bytes.toString('utf8') : wrongUtf8(bytes))
  }
  if (asciiFamily.test(charset))
    return storable(isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))
  const decoder = findDecoder(charset)
  if (decoder) return storable(decoder.decode(bytes))
  return storable(isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))
}

/** Claims UTF-8 and is not: Latin text when most of it would be lost, else UTF-8 with its wounds. */
function wrongUtf8(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const sample = text.slice(0, 20_000)
  let lost = 0
  let kept = 0
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i)
    if (code === 0xfffd) lost++
    else if (code > 0x7f) kept++
  }
  return lost > kept ? windows1252.decode(bytes) : text
}
