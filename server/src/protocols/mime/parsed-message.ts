export type Address = { name?: string; email: string }

export type Signals = {
  /** Written by a program, so never answered by one (RFC 3834). */
  isAutoReply: boolean
  /** An answer would go to an address that nobody reads. */
  isNoReply: boolean
  isMailingList: boolean
  isFromSelf: boolean
  isBounce: boolean
  /** Carries the mark that our own automatic mail leaves with. */
  isOwnLoop: boolean
}

export type SignalName = keyof Signals

export type ParsedAttachment = {
  /** Its place among the attachments; `attachmentBytes` takes it. */
  position: number
  filename: string
  mime: string
  size: number
  disposition: 'attachment' | 'inline'
  contentId: string | null
}

/** Why something of the mail is missing from what was read. */
export type Incomplete = 'too_many_parts' | 'too_deep' | 'body_cut' | 'too_slow' | 'too_large' | 'unreadable'

export type ParsedMessage = {
  from: Address | null
  to: Address[]
  cc: Address[]
  bcc: Address[]
  replyTo: Address[]
  subject: string | null
  /** The Date header in UTC; null when it is missing or makes no sense. */
  date: string | null
  /** Ids stand without their angle brackets. */
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  bodyText: string | null
  /** True when the mail has no text part and `bodyText` is what its HTML shows. */
  bodyTextFromHtml: boolean
  /** As it came: dangerous, never shown before `sanitise`. */
  bodyHtml: string | null
  snippet: string | null
  attachments: ParsedAttachment[]
  hasAttachments: boolean
  hasRemoteImages: boolean
  signals: Signals
  signalReasons: Partial<Record<SignalName, string>>
  /** The value of X-Mailwright-Loop. */
  loopMark: string | null
  /** As the contract serves it. */
  headersSubset: {
    to: Address[]
    cc: Address[]
    replyTo: Address[]
    date: string | null
    messageIdHeader: string | null
  }
  /** Other fields that rules and people ask for, from a fixed list of names. */
  notableHeaders: Record<string, string>
  size: number
  bodyComplete: boolean
  incomplete: Incomplete[]
  /** SHA-256 of the source, in hex. */
  bodyHash: string
}

export type ParseOptions = {
  /** The addresses of the mailbox, and of the other mailboxes here. */
  ownAddresses?: readonly string[]
}
