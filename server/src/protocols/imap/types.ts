import type { Log } from '../../platform/log/log.ts'
import type { MimePart } from './structure.ts'

export type ImapAccount = {
  host: string
  port: number
  /** Implicit TLS. Otherwise STARTTLS, which is optional only for loopback addresses. */
  secure: boolean
  username: string
  auth: { kind: 'password'; password: string } | { kind: 'xoauth2'; accessToken: string }
  allowInvalidCertificate: boolean
}

export type ImapOptions = {
  /** Checks the host and returns the address to connect to; the certificate is verified against `host`. */
  resolve?: (host: string, port: number) => Promise<{ address: string }>
  log?: Log
  /** Applies to the connection and again to the greeting. */
  connectTimeoutMs?: number
  /** Covers everything up to the end of the login. */
  loginTimeoutMs?: number
  /** Maximum silence during a command before the connection counts as lost. */
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
  /** Null when the server sends none, or zero: UIDs are then not valid across sessions. */
  uidValidity: string | null
  highestModseq: string | null
}

export type ListedFolder = {
  /** Decoded; pass it back unchanged. */
  path: string
  delimiter: string | null
  parent: string | null
  /** The last segment of the path. */
  name: string
  selectable: boolean
  role: FolderRole | null
  /** Only on request; null for a folder that cannot be opened. */
  status: FolderStatus | null
}

export type MessageFlags = {
  uid: number
  /** As the server writes them, without `\Recent`, which concerns the session. */
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
  /** Only for a message that was not fetched whole. */
  structure: MimePart | null
  gmail: { messageId: string; threadId: string } | null
}

export type FetchReport = {
  /** Expunged before they could be fetched. */
  missing: number[]
  /** They exist, but the server does not return them in a readable form. */
  failed: number[]
}

export type FlagChanges = {
  changed: MessageFlags[]
  /** UIDs expunged since; null without QRESYNC: use `findMissing`. */
  vanished: number[] | null
}

export type StoreResult = {
  /** Changed by another client after `unchangedSince`, and therefore skipped. */
  conflicts: number[]
}

export type MoveResult = {
  /** From old UID to new; null when the server does not report them. */
  uids: Map<number, number> | null
  uidValidity: string | null
  /** False: copied, and the originals are only flagged as deleted (neither MOVE nor UIDPLUS). */
  removed: boolean
}

export type FolderChange = 'exists' | 'expunge' | 'flags'
export type IdleOptions = {
  signal: AbortSignal
  onChange: (changes: FolderChange[]) => void
  /** How often IDLE is renewed, which proves that the server is alive. */
  probeMs?: number
  /** How long the server may take to respond. */
  replyMs?: number
}

export type FetchOptions = {
  /** A larger message is fetched as header and structure only. */
  maxBytes: number
  /**
   * The next message is not read from the network before this resolves. An error ends the fetch.
   * It must not call the session: that would deadlock with its own fetch.
   */
  onMessage: (message: FetchedMessage) => void | Promise<void>
  /** Wraps each fetch of large messages, so that not all connections read them at once. */
  wrapLargeFetch?: (work: () => Promise<void>) => Promise<void>
  signal?: AbortSignal
}

export type UidFilter = {
  from?: number
  to?: number
  /** Messages that arrived on this day or later; servers compare days of their own time zone. */
  since?: Date
  flag?: 'SEEN' | 'FLAGGED' | 'ANSWERED' | 'DRAFT'
}

/** One selected folder, valid until the next `open`: after that its methods throw. UIDs only. */
export type OpenFolder = {
  path: string
  uidValidity: string | null
  uidNext: number | null
  exists: number
  /** As of opening. Store it only after the changes up to it are applied. */
  highestModseq: string | null
  readOnly: boolean
  /** Flags that are stored permanently; `\*` means that new keywords may be created. */
  permanentFlags: string[]
  /** In ascending order; all of them without a filter. */
  uids(filter?: UidFilter): Promise<number[]>
  /** In the given order by batches of some hundreds; ascending within a batch. */
  fetchSources(uids: number[], options: FetchOptions): Promise<FetchReport>
  /** One part of a message, such as `1.2`, undecoded; null when the message no longer exists. */
  fetchPart(uid: number, part: string, maxBytes: number): Promise<Buffer | null>
  fetchFlags(range?: { from?: number; to?: number }): Promise<MessageFlags[]>
  /** Null when unknown (no CONDSTORE, or MODSEQ went backwards): compare everything. */
  changesSince(modseq: string): Promise<FlagChanges | null>
  /** Those of `known` that are no longer in the folder. */
  findMissing(known: number[]): Promise<number[]>
  addFlags(uids: number[], flags: string[], options?: { unchangedSince?: string }): Promise<StoreResult>
  removeFlags(uids: number[], flags: string[], options?: { unchangedSince?: string }): Promise<StoreResult>
  /** Gmail only. */
  setLabels(uids: number[], labels: string[], how: 'add' | 'remove' | 'replace'): Promise<void>
  move(uids: number[], path: string): Promise<MoveResult>
  /** Flags and removes only these; false without UIDPLUS: they stay flagged as deleted. */
  expunge(uids: number[]): Promise<boolean>
  /** UIDs of the messages with this Message-ID, given without its angle brackets. */
  searchMessageId(id: string): Promise<number[]>
  /** Runs until the signal; other calls interrupt it while they run. */
  idle(options: IdleOptions): Promise<void>
}

export type ImapSession = {
  capabilities: ImapCapabilities
  /** The personal namespace, such as `{ prefix: 'INBOX.', delimiter: '.' }`. */
  namespace: { prefix: string; delimiter: string | null } | null
  listFolders(options?: { withStatus?: boolean }): Promise<ListedFolder[]>
  status(path: string): Promise<FolderStatus>
  /** `reuse`: returns the folder if it is already open, with the numbers as of its opening. */
  open(path: string, options?: { readOnly?: boolean; reuse?: boolean }): Promise<OpenFolder>
  createFolder(path: string): Promise<void>
  append(
    path: string,
    source: Buffer,
    flags?: string[],
    date?: Date,
  ): Promise<{ uid: number; uidValidity: string } | null>
  /** A round trip that proves the connection. `withinMs`: a silence of that length ends the connection. */
  noop(options?: { withinMs?: number }): Promise<void>
  /** Resolves when the connection has ended, for whatever reason. */
  closed: Promise<void>
  /** Logs out; never throws. */
  close(): Promise<void>
}
