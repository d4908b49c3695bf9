import type { Database, Db } from '../../platform/db/database.ts'
import type { UploadOwner, UploadRow } from './uploads.store.ts'

// What the outbox needs from other slices and from mail servers. The composition root provides it; tests script it.

export type SendingMailbox = {
  id: string
  address: string
  provider: 'google' | 'microsoft' | 'imap'
  status: 'active' | 'disconnected' | 'error'
  /** The display name of the sender, and the language of the line that introduces a quotation. */
  name?: string | undefined
  language?: 'en' | 'fr' | undefined
}

type Person = { name?: string; email: string }

/** The message that is answered or forwarded. Message ids have no angle brackets. */
export type Original = {
  id: string
  threadId: string | null
  messageIdHeader: string | null
  inReplyTo: string | null
  references: string[]
  subject: string | null
  from: Person | null
  to: Person[]
  receivedAt: string
  bodyText: string | null
  bodyHtml: string | null
}

export type MailFile = { filename: string; mime: string; content: Buffer }

export type RecipientRejection = {
  address: string
  code: number | null
  message: string
  /** The server rejected the recipient only temporarily. */
  deferred?: boolean
}

/** The outcome of a dialogue with the server. Only `unknown` leaves open whether the server accepted the mail. */
export type DeliveryOutcome =
  | { state: 'sent'; rejected: RecipientRejection[] }
  | { state: 'failed'; transient: boolean; kind: string; message: string; rejected?: RecipientRejection[] }
  | { state: 'unknown'; kind: string; message: string }

export type Dialogue = {
  mailboxId: string
  envelope: { from: string; to: string[] }
  source: Buffer
  /** Awaited before the final dot; when it rejects, the mail is not sent. */
  beforeDot(): Promise<void>
  signal: AbortSignal
}

/** A draft to append to the mailbox's Drafts folder. */
export type NewDraft = {
  mailboxId: string
  /** Identifies a draft that is already there. */
  messageIdHeader: string
  source: Buffer
  /** An earlier attempt may have appended it, and somebody may have moved it since. */
  mayBeThere: boolean
  /** Awaited right before the append; when it rejects, nothing is appended. */
  beforeAppend(): Promise<void>
  signal: AbortSignal
}

/** Stores the bytes of uploaded files. Their rows are always in the database. */
export type FileStore = {
  /** Stores the bytes with `outside`, and only then opens what writes the row: the store may be slow. */
  save(
    openWrite: () => Promise<Db>,
    outside: Database,
    owner: UploadOwner,
    file: UploadRow,
    content: Buffer,
  ): Promise<void>
  /**
   * In the order of the ids, without those whose bytes no longer exist. Throws FileStoreUnavailable when the store does
   * not respond.
   */
  read(db: Db, ids: string[]): Promise<MailFile[]>
  /** Removes up to `batch` objects that no file refers to; returns how many. */
  sweep(db: Db, batch: number): Promise<number>
}

export type SendingPorts = {
  /** The bytes of uploaded files. */
  files: FileStore
  /** Undefined when the mailbox is not the member's. */
  findMailbox(db: Db, memberId: string, mailboxId: string): Promise<SendingMailbox | undefined>
  /** Undefined when the message is not the member's. */
  findOriginal(db: Db, memberId: string, messageId: string): Promise<Original | undefined>
  /** The attachments of the original. Throws when their bytes no longer exist, or FileStoreUnavailable. */
  readOriginalFiles(db: Database, memberId: string, messageId: string): Promise<MailFile[]>
  /**
   * Writes the body that only the recipient may read; undefined when there is nothing left to write about. What it writes
   * replaces what an earlier attempt wrote.
   */
  writePersonalBody(db: Db, id: string): Promise<{ bodyText: string; bodyHtml: string } | undefined>
  /** Sanitises HTML of others for mail that we send. */
  sanitise(html: string): Promise<string>
  deliver(db: Database, dialogue: Dialogue): Promise<DeliveryOutcome>
  isInSent(db: Database, mailboxId: string, messageId: string, signal: AbortSignal): Promise<boolean>
  saveInSent(db: Database, mailboxId: string, source: Buffer, signal: AbortSignal): Promise<void>
  /** Appends the draft unless it is already there; `sent` means that it is there. */
  putInDrafts(db: Database, draft: NewDraft): Promise<DeliveryOutcome>
}
