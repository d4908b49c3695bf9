export type Address = { name?: string; email: string }

export type Signals = {
  /** Written by a program, so programs must not reply to it (RFC 3834). */
  isAutoReply: boolean
  /** A reply would go to an unattended address. */
  isNoReply: boolean
  isMailingList: boolean
  isFromSelf: boolean
  isBounce: boolean
  /** Has the loop header of our own automatic mail. */
  isOwnLoop: boolean
}

export type SignalName = keyof Signals

export type ParsedAttachment = {
  /** The index that `attachmentBytes` takes. */
  position: number
  filename: string
  mime: string
  size: number
  disposition: 'attachment' | 'inline'
  contentId: string | null
}

export type BouncedRecipient = {
  address: string
  /** The enhanced status code: `5.1.1`. */
  status: string | null
  /** What the other server said. */
  reason: string | null
}

export type Bounce = {
  /** Permanent, transient (also: delayed), or a report of success. */
  kind: 'hard' | 'soft' | 'delivered'
  /** The id of the message that was sent. */
  messageId: string | null
  recipients: BouncedRecipient[]
}

/** Why part of the message is missing. */
export type Incomplete = 'too_many_parts' | 'too_deep' | 'body_cut' | 'too_slow' | 'too_large' | 'unreadable'

/** Sanitised HTML, and the version of the sanitiser. Its inline images are placeholders (stored-html.ts). */
export type StoredHtml = { html: string; hasRemoteImages: boolean; version: number }

export type ParsedMessage = {
  from: Address | null
  to: Address[]
  cc: Address[]
  bcc: Address[]
  replyTo: Address[]
  subject: string | null
  /** The Date header in UTC; null when it is missing or implausible. */
  date: string | null
  /** Ids have no angle brackets. */
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  bodyText: string | null
  /** True when the message has no text part and `bodyText` was derived from its HTML. */
  bodyTextFromHtml: boolean
  /** As received: unsafe to display before `sanitise`. */
  bodyHtml: string | null
  /** For short HTML, if the message was parsed by the pool. */
  safeHtml?: StoredHtml
  snippet: string | null
  attachments: ParsedAttachment[]
  hasAttachments: boolean
  signals: Signals
  signalReasons: Partial<Record<SignalName, string>>
  /** What a bounce says about the message that did not arrive; null for other mail. */
  bounce: Bounce | null
  /** The value of X-Mailwright-Loop. */
  loopMark: string | null
  /** In the shape of the contract. */
  headersSubset: {
    to: Address[]
    cc: Address[]
    replyTo: Address[]
    date: string | null
    messageIdHeader: string | null
  }
  /** Other useful header fields, from a fixed list of names. */
  notableHeaders: Record<string, string>
  size: number
  bodyComplete: boolean
  incomplete: Incomplete[]
  /** SHA-256 of the source, in hex. */
  bodyHash: string
}

export type ParseOptions = {
  /** The addresses of this mailbox and of the other mailboxes of this instance. */
  ownAddresses?: readonly string[]
}
