import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { Address } from './parsed-message.ts'
import { capReferences, isForwardSubject, isReplySubject } from './threading.ts'

export type Original = { from: Address | null; to: readonly Address[]; subject: string | null; date: Date }
export type QuoteOptions = { language?: 'en' | 'fr'; timeZone?: string }

/** Does not add a prefix that is already there, in any language. */
export const replySubject = (subject: string | null) => addPrefix('Re:', subject, isReplySubject)
export const forwardSubject = (subject: string | null) => addPrefix('Fwd:', subject, isForwardSubject)

function addPrefix(prefix: string, subject: string | null, has: (subject: string) => boolean): string {
  const trimmed = (subject ?? '').trim()
  return has(trimmed) ? trimmed : `${prefix} ${trimmed}`.trim()
}

/** The headers that make a reply join the thread (RFC 5322 section 3.6.4). */
export function referencesFor(original: {
  messageId: string | null
  inReplyTo?: string | null
  references?: readonly string[]
}): { inReplyTo: string | null; references: string[] } {
  const { messageId, inReplyTo, references = [] } = original
  const ancestors = references.length > 0 ? references : inReplyTo ? [inReplyTo] : []
  if (messageId === null) return { inReplyTo: null, references: capReferences(ancestors) }
  // The id of the original goes last, even if it is already among the others.
  return {
    inReplyTo: messageId,
    references: capReferences([...ancestors.filter((id) => id !== messageId), messageId]),
  }
}

const formatAddress = (address: Address | null) =>
  address ? (address.name ? `${address.name} <${address.email}>` : address.email) : '?'

function formatDate(date: Date, { language = 'en', timeZone = 'UTC' }: QuoteOptions): string {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(date)
}

const attribution = (original: Original, options: QuoteOptions) =>
  options.language === 'fr'
    ? `Le ${formatDate(original.date, options)}, ${formatAddress(original.from)} a écrit :`
    : `On ${formatDate(original.date, options)}, ${formatAddress(original.from)} wrote:`

const maxQuoted = 100_000

export function quoteText(original: Original, text: string, options: QuoteOptions = {}): string {
  const lines = text.slice(0, maxQuoted).toWellFormed().trimEnd().split(/\r?\n/)
  const quoted = lines.map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`))
  return `${attribution(original, options)}\n${quoted.join('\n')}\n`
}

/** `safeHtml` must come from `sanitise`: untrusted HTML is never sent in our name. */
export function quoteHtml(original: Original, safeHtml: string, options: QuoteOptions = {}): string {
  return `<div>${escapeHtml(attribution(original, options))}</div><blockquote type="cite" style="margin:0 0 0 8px;padding:0 0 0 8px;border-left:2px solid #cccccc">${safeHtml}</blockquote>`
}

function forwardHeader(original: Original, options: QuoteOptions): string[] {
  const [title, from, date, subject, to] =
    options.language === 'fr'
      ? ['Message transféré', 'De : ', 'Date : ', 'Objet : ', 'À : ']
      : ['Forwarded message', 'From: ', 'Date: ', 'Subject: ', 'To: ']
  return [
    `---------- ${title} ----------`,
    from + formatAddress(original.from),
    date + formatDate(original.date, options),
    subject + (original.subject ?? ''),
    to + original.to.slice(0, 50).map(formatAddress).join(', '),
  ]
}

export const forwardText = (original: Original, text: string, options: QuoteOptions = {}) =>
  `${forwardHeader(original, options).join('\n')}\n\n${text.slice(0, maxQuoted).toWellFormed()}\n`

export const forwardHtml = (original: Original, safeHtml: string, options: QuoteOptions = {}) =>
  `<div>${forwardHeader(original, options).map(escapeHtml).join('<br>')}</div><br><div>${safeHtml}</div>`
