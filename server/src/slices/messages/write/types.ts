import type { Address, StoredAttachment } from '../message-row.ts'

type MessageFlags = {
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
  /** Written by the mailbox's owner: it stands in Sent, or it comes from one of the owner's addresses. */
  sent: boolean
}

/** A message as the mirror takes it in. Texts may hold anything: what PostgreSQL refuses is taken out here. */
export type NewMessage = {
  /** Made here when it is not given. */
  id?: string
  mailboxId: string
  folderId: string
  uid: number
  /** A number of up to 63 bits. */
  modseq: string | null
  /** INTERNALDATE, ISO 8601. */
  receivedAt: string
  flags: MessageFlags
  /** Keys of other folders in which the message is (Gmail). */
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
  /** The server's own id of the thread (Gmail): where it is given, it alone tells the thread. */
  serverThread?: string
  /** For a message whose thread its ids do not tell. The caller judges whether the subject may be trusted. */
  subjectFallback?: SubjectFallback
  bodyText: string | null
  bodyHtml: string | null
  hasRemoteImages: boolean
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

export type SubjectFallback = {
  normalisedSubject: string
  participants: string[]
  /** True for a reply that names no id: it joins the thread last known by this subject and these people. */
  joins: boolean
}

export type StoredMessage = {
  id: string
  threadId: string
  folderId: string
  uid: number
  /** True when the folder had this UID already: nothing was written. */
  known: boolean
}

/** What is not given stays. */
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
/** The same of a message that the server names. */
export type FlagChange = Change & { uid: number }

export type MessageMove = { id: string; folderId: string; uid: number; modseq: string | null }
