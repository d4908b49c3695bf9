import type { Database, Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { FetchedMessage, OpenFolder } from '../../../protocols/imap/types.ts'
import type { FolderRow } from './folders.store.ts'

/** A slice of fetched messages on its way into the mirror. */
export type Slice = {
  folder: FolderRow
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
  open(folder: FolderRow): Promise<OpenFolder>
  /** Parses outside the event loop; what it gives stores the slice. */
  prepare(slice: Slice): Promise<() => Promise<void>>
  /** The mirror is no longer what it was: told when the look is over. */
  noteChange(): void
  /** A transaction that fails when another process has taken the mailbox over. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
}

// Above this a message comes as its header: the mirror's memory stays bounded, and the rest is fetched when asked for.
const mostBytes = 25 * 1024 * 1024

/** The messages of a slice, in the order of their UIDs. */
export async function fetchSlice(remote: OpenFolder, uids: number[], signal: AbortSignal) {
  const messages: FetchedMessage[] = []
  await remote.fetchSources(uids, {
    maxBytes: mostBytes,
    signal,
    onMessage: (message) => void messages.push(message),
  })
  return messages.sort((a, b) => a.uid - b.uid)
}

/** A server without UIDVALIDITY or UIDNEXT breaks the rules; what it has must do. */
export const stateOf = (remote: OpenFolder, lastUid: number) => ({
  uidValidity: remote.uidValidity ?? 'none',
  uidNext: remote.uidNext ?? lastUid + 1,
  exists: remote.exists,
  highestModseq: remote.highestModseq,
})
