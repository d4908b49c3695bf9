import type { Database, Db } from '../../platform/db/database.ts'
import type { UploadRow } from './uploads.store.ts'

// What the outbox needs of other slices and of the outside world. The composition root supplies it; tests script it.

export type SendingMailbox = {
  id: string
  address: string
  provider: 'google' | 'microsoft' | 'imap'
  status: 'active' | 'disconnected' | 'error'
  /** How people read the sender, and the language in which a quotation is introduced. */
  name?: string | undefined
  language?: 'en' | 'fr' | undefined
}

export type Person = { name?: string; email: string }

/** The message that is answered or forwarded. Ids stand without their angle brackets. */
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
  /** The server said "later", not "no". */
  deferred?: boolean
}

/** How a dialogue with the server ended. Only `unknown` leaves open whether the server has the mail. */
export type DeliveryOutcome =
  | { state: 'sent'; rejected: RecipientRejection[] }
  | { state: 'failed'; transient: boolean; kind: string; message: string; rejected?: RecipientRejection[] }
  | { state: 'unknown'; kind: string; message: string }

export type Dialogue = {
  mailboxId: string
  envelope: { from: string; to: string[] }
  source: Buffer
  /** The end of the mail is held back until this resolves; when it rejects, nothing leaves. */
  beforeDot(): Promise<void>
  signal: AbortSignal
}

/** A draft on its way into the mailbox's own Drafts. */
export type NewDraft = {
  mailboxId: string
  /** By which one that is there already is known. */
  messageIdHeader: string
  source: Buffer
  /** An earlier attempt may have put it there, and somebody may have moved it since. */
  mayBeThere: boolean
  /** Asked right before; when it rejects, nothing is put there. */
  beforeAppend(): Promise<void>
  signal: AbortSignal
}

/** Where the bytes of uploaded files are. Their rows are in the database in any case. */
export type FileStore = {
  /** `db` writes the row; `outside` is never part of its transaction. */
  save(db: Db, outside: Database, memberId: string, file: UploadRow, content: Buffer): Promise<void>
  /** In the order of the ids; those whose bytes are nowhere are left out. Throws FilesAway when nobody can tell. */
  read(db: Db, ids: string[]): Promise<MailFile[]>
  /** Removes at most so many objects that no file needs, and tells how many. */
  sweep(db: Db, batch: number): Promise<number>
}

export type SendingPorts = {
  /** The bytes of uploaded files. */
  files: FileStore
  /** The member's mailbox; undefined when it is not theirs. */
  findMailbox(db: Db, memberId: string, mailboxId: string): Promise<SendingMailbox | undefined>
  /** The member's message, whole; undefined when it is not theirs. */
  findOriginal(db: Db, memberId: string, messageId: string): Promise<Original | undefined>
  /** What came with it. Throws when the bytes are nowhere any more. */
  readOriginalFiles(db: Db, memberId: string, messageId: string): Promise<MailFile[]>
  /** Foreign HTML as it may leave in our name. */
  sanitise(html: string): Promise<string>
  deliver(db: Database, dialogue: Dialogue): Promise<DeliveryOutcome>
  isInSent(db: Database, mailboxId: string, messageId: string, signal: AbortSignal): Promise<boolean>
  saveInSent(db: Database, mailboxId: string, source: Buffer, signal: AbortSignal): Promise<void>
  /** Puts it there unless it is there; `sent` means that it is. */
  putInDrafts(db: Database, draft: NewDraft): Promise<DeliveryOutcome>
}
