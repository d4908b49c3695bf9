import type { Database, Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { FetchedMessage, OpenFolder } from '../../../protocols/imap/types.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import type { MirroredFolder } from '../../messages/index.ts'
import type { MirrorLimits } from './mirror-limits.ts'

/** Messages about to be stored; their sources are already parsed and released. */
export type Slice = {
  folder: MirroredFolder
  messages: FetchedMessage[]
  /** New mail is journaled and dispatched to the workflows; history is not. */
  isNew: boolean
  /** Of the messages without a row, stores only those that arrived while the folder was renumbered. */
  onlyMatching?: boolean
  /** Saves the progress of the folder in the same transaction. */
  after: (db: Db) => Promise<unknown>
}

/** Messages of a folder to import. */
export type SliceImport = {
  folder: MirroredFolder
  remote: OpenFolder
  slices: Iterable<number[]>
  /** New mail is journaled and dispatched to the workflows; history is not. */
  isNew: boolean
  /** Of the messages without a row, stores only those that arrived while the folder was renumbered. */
  onlyMatching?: boolean
  /** Saves the progress of the folder in the transaction that stores the last messages of a slice. */
  after(db: Db, slice: number[]): Promise<unknown>
}

/** Shared by the steps that mirror one mailbox. */
export type MirrorContext = {
  mailboxId: string
  db: Database
  log: Log
  signal: AbortSignal
  /** `reuse`: keep the folder open if it is; to re-open a large folder, the server has to scan all of it. */
  open(folder: MirroredFolder, options?: { reuse?: boolean }): Promise<OpenFolder>
  /** Shared by all mailboxes of this process. */
  limits: MirrorLimits
  /** Parses off the event loop. */
  parse(sources: Buffer[]): Promise<ParsedMessage[]>
  store(slice: Slice, parsed: ParsedMessage[]): Promise<void>
  /** How many messages are still to be read one by one, because a process died while it mirrored this mailbox. */
  suspects: { left: number }
  /** The age from which on a process counts as well. */
  calmMs: number
  /** Reports a message that is stored without its body, since reading it killed the process. */
  reportLethal(db: Db, uid: number): Promise<void>
  /** Marks the mirror as changed; published at the end of the poll. */
  markChanged(): void
  /** Notifies the member on commit that these messages changed, moved or were removed. */
  publishUpdated(db: Db, messageIds: string[]): void
  /** Told of the messages that were deleted for good, in the transaction that removes them. */
  onDeleted(db: Db, messageIds: string[]): Promise<void>
  /** Runs a transaction that fails if another process has claimed the mailbox. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
}

// Of a larger message only the header is fetched, to bound memory; the rest is fetched on demand.
export const maxBytes = 25 * 1024 * 1024

/** Streams messages of a folder; the next one is not read before `onMessage` resolves. */
export const fetchEach = (
  { signal, limits }: MirrorContext,
  remote: OpenFolder,
  uids: number[],
  onMessage: (message: FetchedMessage) => Promise<void>,
  limit = maxBytes,
) =>
  remote.fetchSources(uids, {
    maxBytes: limit,
    signal,
    onMessage,
    wrapLargeFetch: async (work) => {
      const release = await limits.large.acquire(1, signal)
      try {
        await work()
      } finally {
        release()
      }
    },
  })

export const noValidity = 'none'

/** False once the server has renumbered the folder: UIDs that were stored before belong to other messages now. */
export const hasSameUids = ({ uidValidity }: MirroredFolder, remote: OpenFolder) =>
  uidValidity !== null && uidValidity === (remote.uidValidity ?? noValidity)

/** Falls back for servers that violate the protocol and send no UIDVALIDITY or UIDNEXT. */
export const stateOf = (remote: OpenFolder, lastUid: number) => ({
  uidValidity: remote.uidValidity ?? noValidity,
  uidNext: remote.uidNext ?? lastUid + 1,
  exists: remote.exists,
  highestModseq: remote.highestModseq,
})
