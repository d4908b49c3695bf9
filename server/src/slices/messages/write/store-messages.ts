import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { assignThreads } from './assign-threads.ts'
import { toRecord } from './message-record.ts'
import { addToMailboxCounts, addToThreads, countMessages, refreshThreads } from './refresh.store.ts'
import { refsOf } from './thread-refs.ts'
import type { NewMessage, StoredMessage } from './types.ts'
import {
  findByLocation,
  findRefs,
  insertMessages,
  insertRefs,
  lockMailboxes,
  type MessageLocation,
  mergeThreads,
} from './write.store.ts'

const locationKey = ({ folderId, uid }: MessageLocation) => `${folderId} ${uid}`
const unique = (values: string[]) => [...new Set(values)]

/** Assigns the messages to threads and merges threads that they connect. */
async function assignToThreads(db: Db, messages: NewMessage[]) {
  const unassigned = messages.map((message) => ({ mailboxId: message.mailboxId, ...refsOf(message) }))
  const refs = unassigned.flatMap(({ mailboxId, ids, subject }) =>
    (subject ? [...ids, subject] : ids).map((ref) => ({ mailboxId, ref })),
  )
  const assigned = assignThreads(unassigned, await findRefs(db, refs))
  if (assigned.merged.length > 0) await mergeThreads(db, assigned.merged)
  return assigned
}

async function insertNew(db: Db, messages: NewMessage[]): Promise<StoredMessage[]> {
  if (messages.length === 0) return []
  const { threadIds, merged, refs } = await assignToThreads(db, messages)
  const assigned = messages.map((message, i) => ({
    ...message,
    id: message.id ?? newId(),
    threadId: threadIds[i] ?? newId(),
  }))
  await insertMessages(db, assigned.map(toRecord))
  const ids = assigned.map(({ id }) => id)
  await (merged.length > 0
    ? refreshThreads(db, [...threadIds, ...merged.flatMap(({ from, into }) => [from, into])], true)
    : addToThreads(db, threadIds, ids))
  if (refs.length > 0) await insertRefs(db, refs)
  await countMessages(db, ids, 1)
  await addToMailboxCounts(
    db,
    assigned.map(({ mailboxId }) => mailboxId),
    1,
  )
  return assigned.map(({ id, threadId, folderId, uid }) => ({ id, threadId, folderId, uid, known: false }))
}

/**
 * Stores a batch of some hundreds of messages in the caller's transaction. A UID that the folder already has is not
 * changed and is returned as known. The results are in the order of the batch.
 */
export async function storeMessages(db: Db, batch: NewMessage[]): Promise<StoredMessage[]> {
  if (batch.length === 0) return []
  await lockMailboxes(db, unique(batch.map(({ mailboxId }) => mailboxId)))
  const known = await findByLocation(db, batch)
  const byLocation = new Map<string, StoredMessage>()
  for (const { id, threadId, folderId, uid } of known)
    byLocation.set(locationKey({ folderId, uid }), { id, threadId, folderId, uid, known: true })
  const fresh = new Map<string, NewMessage>()
  for (const message of batch) {
    const key = locationKey(message)
    if (!byLocation.has(key) && !fresh.has(key)) fresh.set(key, message)
  }
  for (const stored of await insertNew(db, [...fresh.values()])) byLocation.set(locationKey(stored), stored)
  return batch.map((message) => {
    const key = locationKey(message)
    const stored = byLocation.get(key) as StoredMessage
    return fresh.get(key) === message ? stored : { ...stored, known: true }
  })
}
