import type { Database, Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { FetchedMessage, OpenFolder } from '../../../protocols/imap/types.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import type { MirroredFolder } from '../../messages/index.ts'
import type { MirrorLimits } from './mirror-limits.ts'

/** Messages on their way into the mirror; their sources are parsed and gone. */
export type Slice = {
  folder: MirroredFolder
  messages: FetchedMessage[]
  /** New mail is journaled and handed to the workflows; history is not. */
  isNew: boolean
  /** Written in the same transaction: how far the folder now is. */
  after: (db: Db) => Promise<unknown>
}

/** What the steps of one mailbox's mirror share. */
export type MirrorContext = {
  mailboxId: string
  db: Database
  log: Log
  signal: AbortSignal
  /** `reuse`: opening a folder of many messages anew costs the server a look at all of them. */
  open(folder: MirroredFolder, options?: { reuse?: boolean }): Promise<OpenFolder>
  /** What the mailboxes of this process share. */
  limits: MirrorLimits
  /** Outside the event loop. */
  parse(sources: Buffer[]): Promise<ParsedMessage[]>
  store(slice: Slice, parsed: ParsedMessage[]): Promise<void>
  /** The mirror is no longer what it was: told when the look is over. */
  markChanged(): void
  /** These messages are no longer what or where they were: the member is told when it commits. */
  publishUpdated(db: Db, messageIds: string[]): void
  /** A transaction that fails when another process has taken the mailbox over. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
}

// Above this a message comes as its header: the mirror's memory stays bounded, and the rest is fetched when asked for.
export const maxBytes = 25 * 1024 * 1024

/** Messages of a folder as they come; the next is not read before this one is taken. */
export const fetchEach = (
  { signal, limits: room }: MirrorContext,
  remote: OpenFolder,
  uids: number[],
  onMessage: (message: FetchedMessage) => Promise<void>,
) =>
  remote.fetchSources(uids, {
    maxBytes: maxBytes,
    signal,
    onMessage,
    wrapLargeFetch: async (work) => {
      const release = await room.large.acquire(1, signal)
      try {
        await work()
      } finally {
        release()
      }
    },
  })

export const noValidity = 'none'

/** A server without UIDVALIDITY or UIDNEXT breaks the rules; what it has must do. */
export const stateOf = (remote: OpenFolder, lastUid: number) => ({
  uidValidity: remote.uidValidity ?? noValidity,
  uidNext: remote.uidNext ?? lastUid + 1,
  exists: remote.exists,
  highestModseq: remote.highestModseq,
})
