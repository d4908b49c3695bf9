import type { Log } from '../../platform/log/log.ts'
import type { MimePart } from './structure.ts'

export type ImapAccount = {
  host: string
  port: number
  /** TLS from the first byte. Otherwise STARTTLS, which only a loopback address may do without. */
  secure: boolean
  username: string
  auth: { kind: 'password'; password: string } | { kind: 'xoauth2'; accessToken: string }
  allowInvalidCertificate: boolean
}

export type ImapOptions = {
  /** Judges the host and gives the address to connect to; `host` stays for the certificate. */
  resolve?: (host: string, port: number) => Promise<{ address: string }>
  log?: Log
  /** For the connection, and again for the greeting. */
  connectTimeoutMs?: number
  /** For everything up to the end of the login. */
  loginTimeoutMs?: number
  /** A command during which not one byte comes for so long has lost its connection. */
  commandTimeoutMs?: number
}

export type ImapCapabilities = {
  condstore: boolean
  qresync: boolean
  idle: boolean
  move: boolean
  uidplus: boolean
  specialUse: boolean
  /** Gmail's labels, threads and message ids (X-GM-EXT-1). */
  gmail: boolean
  namespace: boolean
  listStatus: boolean
}

export type FolderRole =
  | 'inbox'
  | 'sent'
  | 'drafts'
  | 'trash'
  | 'junk'
  | 'archive'
  | 'all'
  | 'flagged'
  | 'important'

export type FolderStatus = {
  messages: number
  unseen: number | null
  uidNext: number | null
  /** Null when the server has none, or zero: then UIDs cannot be kept from one session to the next. */
  uidValidity: string | null
  highestModseq: string | null
}

export type ListedFolder = {
  /** Decoded; give it back as it is. */
  path: string
  delimiter: string | null
  parent: string | null
  /** The last part of the path. */
  name: string
  selectable: boolean
  role: FolderRole | null
  /** Only when asked for; null for a folder that cannot be opened. */
  status: FolderStatus | null
}

export type MessageFlags = {
  uid: number
  /** As the server writes them; `\Recent` is left out, since it is about the session. */
  flags: string[]
  modseq: string | null
  /** Gmail only, decoded. */
  labels: string[] | null
}

export type FetchedMessage = MessageFlags & {
  internalDate: Date | null
  size: number
  /** The whole message, or its header alone when it is larger than `maxBytes`. */
  source: Buffer
  bodyComplete: boolean
  /** Of a message that did not come whole. */
  structure: MimePart | null
  gmail: { messageId: string; threadId: string } | null
}

export type FetchReport = {
  /** Expunged before they could be fetched. */
  missing: number[]
  /** They exist, and the server does not hand them out in a form that can be read. */
  failed: number[]
}

export type FlagChanges = {
  changed: MessageFlags[]
  /** UIDs expunged since; null where the server cannot tell (no QRESYNC): use `missingOf`. */
  vanished: number[] | null
}

export type StoreResult = {
  /** Changed by somebody else after `unchangedSince`: nothing was done to them. */
  conflicts: number[]
}

export type MoveResult = {
  /** From old UID to new; null where the server does not tell. */
  uids: Map<number, number> | null
  uidValidity: string | null
  /** False: copied, and the originals are only marked deleted (neither MOVE nor UIDPLUS). */
  removed: boolean
}

export type FolderChange = 'exists' | 'expunge' | 'flags'
export type IdleOptions = {
  signal: AbortSignal
  onChange: (changes: FolderChange[]) => void
  /** How often IDLE is ended and begun anew, which proves that the server is still there. */
  probeMs?: number
  /** How long it may take to answer. */
  replyMs?: number
}

export type FetchOptions = {
  /** Above this a message comes as header and structure. */
  maxBytes: number
  /**
   * The next message is not read from the network before this is done. What it throws ends the fetch.
   * It must not call the session: its own fetch would wait for itself.
   */
  onMessage: (message: FetchedMessage) => void | Promise<void>
  /** Done around each fetch of large mail: so that not all connections read such at once. */
  aroundLarge?: (work: () => Promise<void>) => Promise<void>
  signal?: AbortSignal
}

/** One selected folder. It ends with the next `open`: from then on its methods throw. UIDs only. */
export type OpenFolder = {
  path: string
  uidValidity: string | null
  uidNext: number | null
  exists: number
  /** At the moment of opening. Store it when the changes up to it are applied, never before. */
  highestModseq: string | null
  readOnly: boolean
  /** Flags that last; `\*` means that new keywords may be made. */
  permanentFlags: string[]
  /** Rising. Without a range all of them. */
  uids(range?: { from?: number; to?: number }): Promise<number[]>
  /** In the order of the chunks given; within some hundreds rising. */
  fetchSources(uids: number[], options: FetchOptions): Promise<FetchReport>
  /** One part of a message, such as `1.2`, undecoded; null when the message is gone. */
  fetchPart(uid: number, part: string, maxBytes: number): Promise<Buffer | null>
  fetchFlags(range?: { from?: number; to?: number }): Promise<MessageFlags[]>
  /** Null where it cannot be told (no CONDSTORE, or MODSEQ went backwards): compare everything. */
  changesSince(modseq: string): Promise<FlagChanges | null>
  /** Those of `known` that the folder no longer holds. */
  missingOf(known: number[]): Promise<number[]>
  addFlags(uids: number[], flags: string[], options?: { unchangedSince?: string }): Promise<StoreResult>
  removeFlags(uids: number[], flags: string[], options?: { unchangedSince?: string }): Promise<StoreResult>
  /** Gmail only. */
  setLabels(uids: number[], labels: string[], how: 'add' | 'remove' | 'replace'): Promise<void>
  move(uids: number[], path: string): Promise<MoveResult>
  /** Marks and removes these and no others; false where the server has no UIDPLUS: they stay marked. */
  expunge(uids: number[]): Promise<boolean>
  /** UIDs of the mails with this Message-ID, given without its angle brackets. */
  searchMessageId(id: string): Promise<number[]>
  /** Until the signal; other calls interrupt it for as long as they take. */
  idle(options: IdleOptions): Promise<void>
}

export type ImapSession = {
  capabilities: ImapCapabilities
  /** The personal namespace, such as `{ prefix: 'INBOX.', delimiter: '.' }`. */
  namespace: { prefix: string; delimiter: string | null } | null
  listFolders(options?: { withStatus?: boolean }): Promise<ListedFolder[]>
  status(path: string): Promise<FolderStatus>
  /** `asItIs`: the folder that is open already stays so, with the numbers of when it was opened. */
  open(path: string, options?: { readOnly?: boolean; asItIs?: boolean }): Promise<OpenFolder>
  createFolder(path: string): Promise<void>
  append(
    path: string,
    source: Buffer,
    flags?: string[],
    date?: Date,
  ): Promise<{ uid: number; uidValidity: string } | null>
  /** A round trip that proves the connection. `withinMs`: a silence of that length ends it, whoever it meets. */
  noop(options?: { withinMs?: number }): Promise<void>
  /** Resolves when the connection has ended, however it did. */
  closed: Promise<void>
  /** Says goodbye; never throws. */
  close(): Promise<void>
}
