import { storable } from '../../platform/text/clean-text.ts'
import { decodeText } from './decode-text.ts'
import { decodeTransfer } from './transfer-encoding.ts'

// `=?charset*language?B?text?=` (RFC 2047 and 2231). Not postal-mime's decoder, which knows fewer charsets.
const word = /=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]*(?:[ \t][^?\s]+)*)\?=/gi

type Run = { charset: string; bytes: Buffer[] }

function wordBytes(encoding: string, text: string): Buffer {
  const source = Buffer.from(encoding.toLowerCase() === 'q' ? text.replaceAll('_', ' ') : text, 'latin1')
  return decodeTransfer(source, encoding.toLowerCase() === 'q' ? 'quoted-printable' : 'base64')
}

/** Replaces the encoded words of a field. Adjacent words are decoded together: many programs split characters. */
export function decodeWords(field: string): string {
  if (!field.includes('=?')) return field
  let out = ''
  let end = 0
  let run: Run | null = null
  const flush = () => {
    if (run) out += decodeText(Buffer.concat(run.bytes), run.charset)
    run = null
  }
  for (const match of field.matchAll(word)) {
    const [whole, charset = '', encoding = '', text = ''] = match
    const between = field.slice(end, match.index)
    const isAdjacent = run !== null && /^\s*$/.test(between)
    if (!isAdjacent || (run as Run | null)?.charset !== charset.toLowerCase()) flush()
    if (!isAdjacent) out += between
    run ??= { charset: charset.toLowerCase(), bytes: [] }
    run.bytes.push(wordBytes(encoding, text))
    end = match.index + whole.length
  }
  flush()
  return storable(out + field.slice(end))
}

const otherCharset = /=\?(?!utf-8[?*])[\w.:+*-]{1,60}\?[bq]\?/i

/** Rewrites encoded words as UTF-8 words, for a parser that must not see their content. */
export const recodeWords = (field: string): string =>
  otherCharset.test(field)
    ? field.replace(
        /=\?[\w.:+*-]{1,60}\?[bq]\?[^?\s]*\?=(?:\s+=\?[\w.:+*-]{1,60}\?[bq]\?[^?\s]*\?=)*/gi,
        (run) => `=?utf-8?B?${Buffer.from(decodeWords(run)).toString('base64')}?=`,
      )
    : field
