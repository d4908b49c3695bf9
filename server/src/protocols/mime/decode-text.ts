import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'
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
  ['unicode11utf7', 'utf-7'],
  ['unicode11utf8', 'utf-8'],
  ['macroman', 'macintosh'],
  ['macce', 'maccenteuro'],
  ['macceltic', 'macintosh'],
  ['maccentraleurroman', 'maccenteuro'],
  ['ansi', 'windows-1252'],
  ['iso88598i', 'iso-8859-8-i'],
  ['tis620', 'windows-874'],
])

type Decode = (bytes: Buffer) => string

const highBit = 0x80

/** ISO-2022-KR (RFC 1557): between SO and SI the bytes are EUC-KR without their high bits. */
function decodeIso2022Kr(bytes: Buffer): string {
  const out = Buffer.from(bytes)
  let isShifted = false
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === 0x0e || byte === 0x0f) isShifted = byte === 0x0e
    else if (byte === 0x1b && bytes.toString('latin1', at + 1, at + 4) === '$)C') at += 3
    else out[length++] = isShifted && byte > 0x20 ? byte | highBit : byte
  }
  return new TextDecoder('euc-kr').decode(out.subarray(0, length))
}

/** HZ (RFC 1843): between `~{` and `~}` the bytes are GB2312 without their high bits. */
function decodeHz(bytes: Buffer): string {
  const out = Buffer.from(bytes)
  let isShifted = false
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const next = byte === 0x7e ? bytes[at + 1] : undefined
    if (next === 0x7b || next === 0x7d) isShifted = next === 0x7b
    else if (next !== 0x7e && next !== 0x0a) {
      out[length++] = isShifted && byte > 0x20 ? byte | highBit : byte
      continue
    } else if (next === 0x7e) out[length++] = byte
    at++
  }
  return new TextDecoder('gbk').decode(out.subarray(0, length))
}

const ownDecoders = new Map<string, Decode>([
  ['iso2022kr', decodeIso2022Kr],
  ['hzgb2312', decodeHz],
  ['hz', decodeHz],
])

const platformDecoder = (label: string): Decode | null => {
  try {
    const decoder = new TextDecoder(label)
    return (bytes) => decoder.decode(bytes)
  } catch {
    return null
  }
}

/** Code pages of DOS and Mac, UTF-7 and UTF-32, which browsers do not have. */
const libraryDecoder = (label: string): Decode | null =>
  iconv.encodingExists(label) ? (bytes) => iconv.decode(bytes, label) : null

// Bounded: labels come from mail, and a hostile message may have a new one in each part.
const decoders = new Map<string, Decode | null>()
const maxDecoders = 200

function findDecoder(charset: string): Decode | null {
  const known = decoders.get(charset)
  if (known !== undefined) return known
  const bare = charset.replace(/^(?:x-|cs)/, '').replace(/[\s._-]+/g, '')
  const name = aliases.get(bare) ?? bare
  const decode =
    ownDecoders.get(bare) ?? platformDecoder(charset) ?? platformDecoder(name) ?? libraryDecoder(name)
  if (decoders.size < maxDecoders) decoders.set(charset, decode)
  return decode
}

const windows1252 = new TextDecoder('windows-1252')
const latin = /^(?:iso-?8859-1|latin1|windows-1252|cp1252)$/
const noCharset = /^(?:us-?ascii|ascii|ansi_x3.*|7bit|8bit|unknown.*|default|none|x-unknown)?$/

/** Whether a label says nothing about bytes beyond ASCII. */
export const saysNothing = (label: string | undefined) => noCharset.test((label ?? '').trim().toLowerCase())

// Three characters of a Chinese charset are valid UTF-8 by chance once in a thousand times.
const minMislabelled = 3

/** UTF-8 under another label: the label fails, or there is more valid UTF-8 than chance would allow. */
function isMislabelled(utf8: string, labelled: string): boolean {
  if (labelled.includes('\ufffd')) return true
  let wide = 0
  for (let at = 0; at < utf8.length && wide < minMislabelled; at++) if (utf8.charCodeAt(at) > 0x7f) wide++
  return wide >= minMislabelled
}

/**
 * Decodes bytes and never fails. Bytes that are valid UTF-8 beyond ASCII are treated as UTF-8 if the label is missing,
 * unknown or one that mailers use by default; under other labels if that cannot be chance.
 */
export function decodeText(bytes: Buffer, label: string | undefined): string {
  if (bytes.length === 0) return ''
  const charset = (label ?? '').trim().toLowerCase().slice(0, 40)
  // ISO-2022, HZ and UTF-7 encode everything in ASCII bytes, and UTF-16 and UTF-32 may consist of ASCII bytes too.
  if (!/2022|utf-?(?:16|32|7)|ucs|hz/.test(charset) && isAscii(bytes))
    return storable(bytes.toString('latin1'))
  return storable(decodeBeyondAscii(bytes, charset))
}

function decodeBeyondAscii(bytes: Buffer, charset: string): string {
  const utf8 = !isAscii(bytes) && isUtf8(bytes) ? withoutMark(bytes.toString('utf8')) : undefined
  if (charset === 'utf-8' || charset === 'utf8') return utf8 ?? decodeInvalidUtf8(bytes)
  if (latin.test(charset)) return utf8 ?? windows1252.decode(bytes)
  const marked = utf8 === undefined ? decodeMarked(bytes) : undefined
  if (marked !== undefined) return marked
  const decode = noCharset.test(charset) ? null : findDecoder(charset)
  if (decode === null) return utf8 ?? decodeInvalidUtf8(bytes)
  const labelled = decode(bytes)
  return utf8 !== undefined && isMislabelled(utf8, labelled) ? utf8 : labelled
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** Text that begins with the byte order mark of UTF-16. */
function decodeMarked(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] !== 0) return platformDecoder('utf-16le')?.(bytes)
  return bytes[0] === 0xfe && bytes[1] === 0xff ? platformDecoder('utf-16be')?.(bytes) : undefined
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

const metaCharset =
  /<(?:meta\s[^>]{0,500}?\bcharset\s*=|\?xml\s[^>]{0,100}?\bencoding\s*=)\s*["']?\s*([\w.:-]{1,40})/i

/** The charset that an HTML document declares itself. */
export const declaredCharset = (bytes: Buffer): string | undefined => {
  const charset = metaCharset.exec(bytes.toString('latin1', 0, 4_096))?.[1]
  // A declaration that can be read as ASCII is not in UTF-16 (HTML standard, 4.2.5.4).
  return charset && /^utf-?(?:16|32)/i.test(charset) ? 'utf-8' : charset
}
