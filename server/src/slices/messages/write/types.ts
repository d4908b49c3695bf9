import type { StoredHtml } from '../../../protocols/mime/parsed-message.ts'
import type { Address, StoredAttachment } from '../message-row.ts'

type MessageFlags = {
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
  /** Written by the mailbox's owner: it is in Sent, or from one of the owner's addresses. */
  sent: boolean
}

/** A message to store in the mirror. Texts may contain anything; characters that PostgreSQL rejects are removed. */
export type NewMessage = {
  /** Generated when absent. */
  id?: string
  mailboxId: string
  folderId: string
  uid: number
  /** A number of up to 63 bits. */
  modseq: string | null
  /** INTERNALDATE, ISO 8601. */
  receivedAt: string
  flags: MessageFlags
  /** Keys of other folders that contain the message (Gmail). */
  labels: string[]
  from: Address | null
  to: Address[]
  cc: Address[]
  bcc: Address[]
  replyTo: Address[]
  subject: string | null
  snippet: string | null
  /** The Date header in UTC. */
  date: string | null
  /** Ids, with or without angle brackets. */
  messageIdHeader: string | null
  inReplyTo: string | null
  references: string[]
  /** What a bounce says about the message that did not arrive. */
  bounce?: BounceReport
  /** The server's own thread id (Gmail). When present, it alone determines the thread. */
  serverThread?: string
  /** For a message whose ids lead to no thread. The caller decides whether the subject is reliable. */
  subjectFallback?: SubjectFallback
  bodyText: string | null
  bodyHtml: string | null
  /** The HTML as it is shown, unless it is to be sanitised when it is read. */
  safeHtml?: StoredHtml
  bodyComplete: boolean
  /** SHA-256 of the source, in hex. */
  bodyHash: string | null
  size: number
  hasAttachments: boolean
  attachments: StoredAttachment[]
  signals: {
    isAutoReply: boolean
    isNoReply: boolean
    isMailingList: boolean
    isFromSelf: boolean
    isBounce: boolean
  }
  signalReasons: Record<string, string>
}

export type BounceReport = {
  kind: 'hard' | 'soft' | 'delivered'
  messageId: string | null
  recipients: { address: string; status: string | null; reason: string | null }[]
}

export type SubjectFallback = {
  normalisedSubject: string
  participants: string[]
  /** True for a reply without references: it joins the latest thread with this subject and these participants. */
  joins: boolean
}

export type StoredMessage = {
  id: string
  threadId: string
  folderId: string
  uid: number
  /** The folder already had this UID; nothing was written. */
  known: boolean
}

/** Absent fields stay unchanged. */
type Change = {
  seen?: boolean
  flagged?: boolean
  draft?: boolean
  answered?: boolean
  sent?: boolean
  labels?: string[]
  modseq?: string | null
}
export type MessageChange = Change & { id: string }
/** A change of a message identified by its UID. */
export type FlagChange = Change & { uid: number }

export type MessageMove = { id: string; folderId: string; uid: number; modseq: string | null }
