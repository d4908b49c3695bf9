import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { storable } from '../../platform/text/clean-text.ts'

// Charset labels found in mail that are not in the WHATWG list, without separators.
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

// Bounded: labels come from mail, and a hostile message may have a new one in each part.
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
 * Decodes bytes and never fails. If the label is missing, unknown or one that mailers use by default, bytes that are
 * valid UTF-8 beyond ASCII are treated as UTF-8, since that practically never happens by chance.
 */
export function decodeText(bytes: Buffer, label: string | undefined): string {
  if (bytes.length === 0) return ''
  const charset = (label ?? '').trim().toLowerCase().slice(0, 40)
  // ISO-2022 and UTF-7 encode everything in ASCII bytes, and UTF-16 text may consist of ASCII bytes too.
  if (!/2022|utf-?16|utf-?7|ucs|hz-/.test(charset) && isAscii(bytes))
    return storable(bytes.toString('latin1'))
  if (charset === 'utf-8' || charset === 'utf8') {
    return storable(isUtf8(bytes) ? bytes.toString('utf8') : decodeInvalidUtf8(bytes))
  }
  if (asciiFamily.test(charset))
    return storable(isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))
  const decoder = findDecoder(charset)
  if (decoder) return storable(decoder.decode(bytes))
  return storable(isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))
}

/** Decodes invalid UTF-8: as windows-1252 if most non-ASCII text would be lost, otherwise with replacement characters. */
function decodeInvalidUtf8(bytes: Buffer): string {
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
