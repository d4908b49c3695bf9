import type { Db } from '../../../platform/db/database.ts'
import {
  applyChanges,
  applyMoves,
  deleteMessages,
  findChanged,
  findInFolder,
  findInTheWay,
  findOwners,
  findThreadsOfFolder,
  type Owned,
  recountFolders,
  stepAside,
} from './change.store.ts'
import { addToMailboxCounts, countMessages, refreshThreads } from './refresh.store.ts'
import type { FlagChange, MessageChange, MessageMove } from './types.ts'
import { findByPlace, lockMailboxes } from './write.store.ts'

// Each works on some hundreds of messages at once, in the caller's transaction.

const idsOf = (messages: Owned[]) => messages.map(({ id }) => id)
const threadsOf = (messages: Owned[]) => messages.map(({ threadId }) => threadId)
const lock = (db: Db, messages: { mailboxId: string }[]) =>
  lockMailboxes(db, [...new Set(messages.map(({ mailboxId }) => mailboxId))])

async function removeOwned(db: Db, found: Owned[]) {
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

/** Sets flags and labels; gives the messages that it really changed. */
export async function changeMessages(db: Db, changes: MessageChange[]): Promise<Owned[]> {
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

/** The same for messages that the server names by their UIDs; those that are not mirrored are left out. */
export async function updateFlags(db: Db, folderId: string, changes: FlagChange[]): Promise<Owned[]> {
  if (changes.length === 0) return []
  const found = await findByPlace(
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

/** Puts messages into other places of the server; what stood there is gone. They keep their ids and threads. */
export async function moveMessages(db: Db, moves: MessageMove[]): Promise<Owned[]> {
  if (moves.length === 0) return []
  const ids = moves.map(({ id }) => id)
  await lock(db, await findOwners(db, ids))
  await removeOwned(db, await findInTheWay(db, moves))
  const moved = await findOwners(db, ids)
  await countMessages(db, idsOf(moved), -1)
  await stepAside(db, moves)
  await applyMoves(db, moves)
  await countMessages(db, idsOf(moved), 1)
  await refreshThreads(db, threadsOf(moved), false)
  return moved
}

/** Takes messages out of the mirror, with threads that have no other; gives those that were there. */
export async function removeMessages(db: Db, folderId: string, uids: number[]): Promise<Owned[]> {
  if (uids.length === 0) return []
  const places = uids.map((uid) => ({ folderId, uid }))
  await lock(db, await findByPlace(db, places))
  const found = await findByPlace(db, places)
  await removeOwned(db, found)
  return found
}

/** Takes at most so many messages out of a folder; call it until it gives 0. */
export async function emptyFolder(db: Db, folderId: string, most: number): Promise<number> {
  await lock(db, await findInFolder(db, folderId, 1))
  const found = await findInFolder(db, folderId, most)
  await removeOwned(db, found)
  return found.length
}

/** After a folder has got another key or role: threads and counts follow. Takes as long as the folder is large. */
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
