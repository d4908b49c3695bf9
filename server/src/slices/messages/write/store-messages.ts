import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { assignThreads } from './assign-threads.ts'
import { toRecord } from './message-record.ts'
import { addToMailboxCounts, countMessages, growThreads, refreshThreads } from './refresh.store.ts'
import { refsOf } from './thread-refs.ts'
import type { NewMessage, StoredMessage } from './types.ts'
import {
  findByPlace,
  findRefs,
  insertMessages,
  insertRefs,
  lockMailboxes,
  mergeThreads,
  type Place,
} from './write.store.ts'

const placeOf = ({ folderId, uid }: Place) => `${folderId} ${uid}`
const unique = (values: string[]) => [...new Set(values)]

/** Finds the messages their threads, and makes one of those that turn out to be one. */
async function findThreads(db: Db, messages: NewMessage[]) {
  const unassigned = messages.map((one) => ({ mailboxId: one.mailboxId, ...refsOf(one) }))
  const asked = unassigned.flatMap(({ mailboxId, ids, subject }) =>
    (subject ? [...ids, subject] : ids).map((ref) => ({ mailboxId, ref })),
  )
  const assigned = assignThreads(unassigned, await findRefs(db, asked))
  if (assigned.merged.length > 0) await mergeThreads(db, assigned.merged)
  return assigned
}

async function insert(db: Db, messages: NewMessage[]): Promise<StoredMessage[]> {
  if (messages.length === 0) return []
  const { threadIds, merged, refs } = await findThreads(db, messages)
  const placed = messages.map((one, i) => ({
    ...one,
    id: one.id ?? newId(),
    threadId: threadIds[i] ?? newId(),
  }))
  await insertMessages(db, placed.map(toRecord))
  const ids = placed.map(({ id }) => id)
  await (merged.length > 0
    ? refreshThreads(db, [...threadIds, ...merged.flatMap(({ from, into }) => [from, into])], true)
    : growThreads(db, threadIds, ids))
  if (refs.length > 0) await insertRefs(db, refs)
  await countMessages(db, ids, 1)
  await addToMailboxCounts(
    db,
    placed.map(({ mailboxId }) => mailboxId),
    1,
  )
  return placed.map(({ id, threadId, folderId, uid }) => ({ id, threadId, folderId, uid, known: false }))
}

/**
 * Takes a batch of messages into the mirror: some hundreds at once, in the caller's transaction. A UID that the
 * folder has already is left alone and told as known. The answers come in the order of the batch.
 */
export async function storeMessages(db: Db, batch: NewMessage[]): Promise<StoredMessage[]> {
  if (batch.length === 0) return []
  await lockMailboxes(db, unique(batch.map(({ mailboxId }) => mailboxId)))
  const known = await findByPlace(db, batch)
  const byPlace = new Map<string, StoredMessage>()
  for (const { id, threadId, folderId, uid } of known)
    byPlace.set(placeOf({ folderId, uid }), { id, threadId, folderId, uid, known: true })
  const fresh = new Map<string, NewMessage>()
  for (const one of batch) {
    const place = placeOf(one)
    if (!byPlace.has(place) && !fresh.has(place)) fresh.set(place, one)
  }
  for (const one of await insert(db, [...fresh.values()])) byPlace.set(placeOf(one), one)
  return batch.map((one) => {
    const stored = byPlace.get(placeOf(one)) as StoredMessage
    return fresh.get(placeOf(one)) === one ? stored : { ...stored, known: true }
  })
}
