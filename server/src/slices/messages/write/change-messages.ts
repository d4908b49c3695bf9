import type { Db } from '../../../platform/db/database.ts'
import {
  applyChanges,
  applyMoves,
  assignTemporaryUids,
  deleteMessages,
  findChanged,
  findInFolder,
  findOccupants,
  findOwners,
  findThreadsOfFolder,
  type MessageOwner,
  recountFolders,
} from './change.store.ts'
import { addToMailboxCounts, countMessages, refreshThreads } from './refresh.store.ts'
import type { FlagChange, MessageChange, MessageMove } from './types.ts'
import { findByLocation, lockMailboxes } from './write.store.ts'

// Each function changes up to some hundreds of messages in the caller's transaction.

const idsOf = (messages: MessageOwner[]) => messages.map(({ id }) => id)
const threadsOf = (messages: MessageOwner[]) => messages.map(({ threadId }) => threadId)
const lock = (db: Db, messages: { mailboxId: string }[]) =>
  lockMailboxes(db, [...new Set(messages.map(({ mailboxId }) => mailboxId))])

async function removeFound(db: Db, found: MessageOwner[]) {
  if (found.length === 0) return
  await countMessages(db, idsOf(found), -1)
  await deleteMessages(db, idsOf(found))
  await addToMailboxCounts(
    db,
    found.map(({ mailboxId }) => mailboxId),
    -1,
  )
  await refreshThreads(db, threadsOf(found), true)
}

/** Sets flags and labels. Returns only the messages that changed. */
export async function changeMessages(db: Db, changes: MessageChange[]): Promise<MessageOwner[]> {
  if (changes.length === 0) return []
  await lock(
    db,
    await findOwners(
      db,
      changes.map(({ id }) => id),
    ),
  )
  const changed = await findChanged(db, changes)
  await countMessages(db, idsOf(changed), -1)
  await applyChanges(db, changes)
  await countMessages(db, idsOf(changed), 1)
  await refreshThreads(db, threadsOf(changed), false)
  return changed
}

/** Sets flags by UID. Messages that are not mirrored are ignored. */
export async function updateFlags(db: Db, folderId: string, changes: FlagChange[]): Promise<MessageOwner[]> {
  if (changes.length === 0) return []
  const found = await findByLocation(
    db,
    changes.map(({ uid }) => ({ folderId, uid })),
  )
  const ids = new Map(found.map(({ uid, id }) => [uid, id]))
  return changeMessages(
    db,
    changes.flatMap(({ uid, ...change }) => {
      const id = ids.get(uid)
      return id === undefined ? [] : [{ id, ...change }]
    }),
  )
}

/** Moves messages to other locations; they keep their ids and threads. A message at a target location is removed. */
export async function moveMessages(db: Db, moves: MessageMove[]): Promise<MessageOwner[]> {
  if (moves.length === 0) return []
  const ids = moves.map(({ id }) => id)
  await lock(db, await findOwners(db, ids))
  await removeFound(db, await findOccupants(db, moves))
  const moved = await findOwners(db, ids)
  await countMessages(db, idsOf(moved), -1)
  await assignTemporaryUids(db, moves)
  await applyMoves(db, moves)
  await countMessages(db, idsOf(moved), 1)
  await refreshThreads(db, threadsOf(moved), false)
  return moved
}

/** Removes messages from the mirror, and threads left without messages. Returns the removed messages. */
export async function removeMessages(db: Db, folderId: string, uids: number[]): Promise<MessageOwner[]> {
  if (uids.length === 0) return []
  const locations = uids.map((uid) => ({ folderId, uid }))
  await lock(db, await findByLocation(db, locations))
  const found = await findByLocation(db, locations)
  await removeFound(db, found)
  return found
}

/** Removes up to `limit` messages of a folder; call it until it returns 0. */
export async function emptyFolder(db: Db, folderId: string, limit: number): Promise<number> {
  await lock(db, await findInFolder(db, folderId, 1))
  const found = await findInFolder(db, folderId, limit)
  await removeFound(db, found)
  return found.length
}

/** Updates threads and counts after the key or role of a folder has changed. The cost grows with the folder. */
export async function refreshFolder(db: Db, mailboxId: string, folderId: string) {
  await lockMailboxes(db, [mailboxId])
  const found = await findThreadsOfFolder(db, folderId)
  await refreshThreads(
    db,
    found.map(({ threadId }) => threadId),
    false,
  )
  await recountFolders(db, mailboxId)
}
