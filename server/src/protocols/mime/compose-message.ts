import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { cleanEmail } from './addresses.ts'
import { safeFilename, safeMime } from './attachment-name.ts'
import type { Address } from './parsed-message.ts'
import { loopHeader } from './signals.ts'
import { capReferences } from './threading.ts'

type OutgoingAttachment = {
  filename: string
  mime: string
  content: Buffer
  /** For an image that the HTML references as `cid:`. */
  contentId?: string
}

export type OutgoingMessage = {
  from: Address
  to: readonly Address[]
  cc?: readonly Address[]
  /** In the envelope only. */
  bcc?: readonly Address[]
  replyTo?: readonly Address[]
  subject: string
  text: string
  html?: string
  attachments?: readonly OutgoingAttachment[]
  /** Ids are given without angle brackets. */
  messageId: string
  date: Date
  inReplyTo?: string | null
  references?: readonly string[]
  /** Marks automatic mail (RFC 3834 section 5), so that no program replies to it. */
  automatic?: { kind: 'auto-replied' | 'auto-generated'; loopMark: string }
  headers?: Readonly<Record<string, string>>
}

export type ComposedMessage = { bytes: Buffer; envelope: { from: string; to: string[] } }

/** Rejects a value that would end its header line, or an invalid address, before any byte is written. */
export class ComposeFault extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.name = 'ComposeFault'
    this.field = field
  }
}

function headerText(field: string, value: string): string {
  if (/[\r\n\0]/.test(value)) throw new ComposeFault(field, 'contains a line break or NUL')
  return value.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

// An encoded word has at most 75 characters (RFC 2047 section 2); 45 bytes are 60 in base64.
const maxWordBytes = 45

function encodeWords(text: string): string {
  const words = ['']
  for (const character of text) {
    const last = words.length - 1
    const word = `${words[last]}${character}`
    if (Buffer.byteLength(word) > maxWordBytes) words.push(character)
    else words[last] = word
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}

/** A text that looks encoded, such as the decoded subject of a stranger, would be decoded by the recipient. */
const subjectText = (value: string) => (value.includes('=?') ? encodeWords(value) : value)

function address(field: string, { name, email }: Address) {
  headerText(field, email)
  if (cleanEmail(email) !== withLowerDomain(email)) throw new ComposeFault(field, 'is not an address')
  return { name: headerText(field, name ?? ''), address: email }
}

const withLowerDomain = (email: string) => {
  const at = email.lastIndexOf('@')
  return email.slice(0, at + 1) + email.slice(at + 1).toLowerCase()
}

const addresses = (field: string, list: readonly Address[] = []) => list.map((entry) => address(field, entry))

/** For SMTP, with the domain in ASCII (RFC 5891). */
function envelopeAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return `${email.slice(0, at)}@${domain.startsWith('[') ? domain : domainToASCII(domain) || domain}`
}

function bracketed(field: string, id: string): string {
  if (!/^[!-;=?-~]{1,998}$/.test(id)) throw new ComposeFault(field, 'is not a message id')
  return `<${id}>`
}

// Generated from the fields above or from the content; custom headers of these names would contradict them.
const reservedHeaders =
  /^(?:from|sender|to|cc|bcc|reply-to|subject|date|message-id|in-reply-to|references|mime-version|content-.*|return-path|received|dkim-signature|auto-submitted)$/i

function extraHeaders(mail: OutgoingMessage): { key: string; value: string }[] {
  const extra = Object.entries(mail.headers ?? {}).map(([key, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9-]{0,75}$/.test(key) || reservedHeaders.test(key))
      throw new ComposeFault('headers', 'has a name that is not allowed')
    return { key, value: headerText(key, value) }
  })
  if (!mail.automatic) return extra
  return [
    ...extra.filter(({ key }) => key.toLowerCase() !== loopHeader.toLowerCase()),
    { key: 'Auto-Submitted', value: mail.automatic.kind },
    { key: 'X-Auto-Response-Suppress', value: 'All' },
    { key: loopHeader, value: headerText(loopHeader, mail.automatic.loopMark) },
  ]
}

/** Sets the encoding explicitly: by default the library reflows lines or leaves them unencoded, and they arrive changed. */
function textPart(content: string) {
  const wellFormed = content.toWellFormed().replaceAll('\0', '')
  const nonLatinCount = wellFormed.length - wellFormed.replace(/[^\0-\u024f]/g, '').length
  const contentTransferEncoding = nonLatinCount > wellFormed.length / 3 ? 'base64' : 'quoted-printable'
  return {
    content: Buffer.from(wellFormed.replace(/\r?\n/g, '\r\n'), 'utf8'),
    contentTransferEncoding,
  } as const
}

const attachment = (file: OutgoingAttachment, position: number) => {
  headerText('attachments', file.filename + file.mime + (file.contentId ?? ''))
  return {
    filename: safeFilename(file.filename, file.mime, position),
    // A message/* part must not be encoded (RFC 2046 section 5.2.1), and unencoded it may be altered by relays.
    contentType: safeMime(file.mime.toLowerCase()).replace(/^message\/.*/, 'application/octet-stream'),
    content: file.content,
    contentTransferEncoding: 'base64' as const,
    contentDisposition: file.contentId ? ('inline' as const) : ('attachment' as const),
    ...(file.contentId ? { cid: bracketed('attachments', file.contentId).slice(1, -1) } : {}),
  }
}

// Kept: importing a loaded module again is slow.
let library: Promise<typeof import('nodemailer/lib/mail-composer')> | undefined

/**
 * Composes the bytes of a message, deterministically: they are fixed, with their Message-ID, before the first
 * connection to a server, and a retry must send the same message.
 */
export async function composeMessage(mail: OutgoingMessage): Promise<ComposedMessage> {
  if (Number.isNaN(mail.date.getTime())) throw new ComposeFault('date', 'is not a date')
  const [to, cc, bcc] = [addresses('to', mail.to), addresses('cc', mail.cc), addresses('bcc', mail.bcc)]
  const from = address('from', mail.from)
  const recipients = [...to, ...cc, ...bcc].map((entry) => envelopeAddress(entry.address))
  if (recipients.length === 0) throw new ComposeFault('to', 'has no recipient')
  const references = capReferences(mail.references ?? []).map((id) => bracketed('references', id))
  library ??= import('nodemailer/lib/mail-composer')
  const { default: MailComposer } = await library
  const composer = new MailComposer({
    from,
    to,
    cc,
    ...(mail.replyTo?.length ? { replyTo: addresses('replyTo', mail.replyTo) } : {}),
    subject: subjectText(headerText('subject', mail.subject)),
    text: textPart(mail.text),
    ...(mail.html === undefined ? {} : { html: textPart(mail.html) }),
    attachments: (mail.attachments ?? []).map(attachment),
    messageId: bracketed('messageId', mail.messageId),
    date: mail.date,
    ...(mail.inReplyTo ? { inReplyTo: bracketed('inReplyTo', mail.inReplyTo) } : {}),
    ...(references.length > 0 ? { references: references.join(' ') } : {}),
    headers: extraHeaders(mail),
    baseBoundary: createHash('sha256').update(mail.messageId).digest('hex').slice(0, 24),
    // `=_` cannot occur in quoted-printable or base64, so no content can end its part (RFC 2045 6.7).
    boundaryPrefix: '=_mw',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const bytes = await composer.compile().build()
  return { bytes, envelope: { from: envelopeAddress(from.address), to: [...new Set(recipients)] } }
}
