import { plainText } from '../../platform/text/plain-text.ts'

// Error texts quote their input: an SMTP reply names the recipient, an HTTP error its URL with the token in it.
// What helps to find the cause stays (codes such as `550 5.7.1`, host names); personal data is masked.

const maxInputChars = 4_000
const maxSummaryChars = 200

const url = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]+/gi
const word = /[^\s<>"'`(),;:[\]]+/gu
const opaque = /[A-Za-z0-9_+=-]{24,}/g
const digits = /\p{Nd}{5,}/gu
// A telephone, card or account number written in groups.
const grouped = /\p{Nd}[\p{Nd} .-]{7,}\p{Nd}/gu

/** `https://user:pass@host/path?token=x` becomes `https://host/…`. */
function maskUrl(text: string): string {
  if (!URL.canParse(text)) return '[url]'
  const { protocol, host, pathname, search, hash } = new URL(text)
  return `${protocol}//${host}${pathname.length > 1 || search || hash ? '/…' : ''}`
}

const isOpaque = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text)

// Drops the last word: it may be half an address, which would not be recognised.
function truncate(text: string): string {
  if (text.length <= maxInputChars) return text
  const read = text.slice(0, maxInputChars)
  return read.slice(0, Math.max(0, ...[' ', '\n', '\t'].map((space) => read.lastIndexOf(space)))) || '[text]'
}

/** Masks addresses, numbers and tokens, and shortens the error to 200 characters. */
export function anonymise(error: string): string {
  const masked = truncate(error)
    .replace(/"[^"\s@]{1,64}( [^"\s@]{1,64}){0,5}"(?=@)/g, 'x')
    .replace(url, maskUrl)
    .replace(word, (text) => (/@|%40/i.test(text) ? '[email]' : text))
    .replace(opaque, (text) => (isOpaque(text) ? '[token]' : text))
    .replace(digits, '[number]')
    .replace(grouped, (text) => (text.replaceAll(/\P{Nd}/gu, '').length >= 9 ? '[number]' : text))
  return plainText(masked, maxSummaryChars)
}
