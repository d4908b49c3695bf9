import { plainText } from '../../platform/text/plain-text.ts'

// Error texts quote what was being handled: a server's answer names the recipient, an HTTP fault its address with
// the token in it. What helps to find the cause stays (codes such as `550 5.7.1`, host names), people do not.

const maxRead = 4_000
const maxShown = 200

const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]+/gi
const word = /[^\s<>"'`(),;:[\]]+/gu
const opaque = /[A-Za-z0-9_+=-]{24,}/g
const digits = /\p{Nd}{5,}/gu
// A telephone, card or account number in groups.
const grouped = /\p{Nd}[\p{Nd} .-]{7,}\p{Nd}/gu

/** `https://user:pass@host/path?token=x` is `https://host/…`. */
function maskAddress(text: string): string {
  if (!URL.canParse(text)) return '[url]'
  const { protocol, host, pathname, search, hash } = new URL(text)
  return `${protocol}//${host}${pathname.length > 1 || search || hash ? '/…' : ''}`
}

const isOpaque = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text)

// The last word may be half an address, which nothing would know for one.
function beginning(text: string): string {
  if (text.length <= maxRead) return text
  const read = text.slice(0, maxRead)
  return read.slice(0, Math.max(0, ...[' ', '\n', '\t'].map((space) => read.lastIndexOf(space)))) || '[text]'
}

/** The error in at most 200 characters, without addresses, numbers and tokens. */
export function anonymise(error: string): string {
  const masked = beginning(error)
    .replace(/"[^"\s@]{1,64}( [^"\s@]{1,64}){0,5}"(?=@)/g, 'x')
    .replace(address, maskAddress)
    .replace(word, (text) => (/@|%40/i.test(text) ? '[email]' : text))
    .replace(opaque, (text) => (isOpaque(text) ? '[token]' : text))
    .replace(digits, '[number]')
    .replace(grouped, (text) => (text.replaceAll(/\P{Nd}/gu, '').length >= 9 ? '[number]' : text))
  return plainText(masked, maxShown)
}
