import type { Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import {
  changeMessages,
  findFolderLabels,
  findInvalidated,
  findPendingDepartures,
  findTwins,
  findUidsWithPendingOps,
  type Identity,
  type NewMessage,
  restoreUids,
  storeMessages,
  syncKeywords,
} from '../../messages/index.ts'
import type { Rules } from '../ingestion/decide-outcome.ts'
import type { Slice } from './context.ts'
import { type Dispatch, type IsOwnLoop, ingest, isIncoming, receivesMail } from './ingest.ts'
import { withKeywords } from './keywords.ts'
import { toLabelKeys } from './labels.ts'
import { toNewMessage } from './to-new-message.ts'

export type StoreDeps = {
  mailbox: { id: string; memberId: string }
  live: Live
  rules: Rules
  dispatch: Dispatch
  isOwnLoop: IsOwnLoop
}

const identity = ({ messageIdHeader, bodyHash }: Identity) => `${messageIdHeader} ${bodyHash}`

/** Messages whose bytes the mailbox has already: a copy or a move by hand, not new mail. */
async function findKnownIdentities(db: Db, mailboxId: string, batch: NewMessage[]) {
  return new Set((await findTwins(db, mailboxId, batch)).map(identity))
}

/**
 * What the folder has under a UID that the server never gave: messages of a folder that was numbered anew, or that we
 * moved there ourselves. They are found again by their bytes and keep their rows.
 */
async function matchInvalidated(db: Db, folderId: string, batch: NewMessage[]): Promise<NewMessage[]> {
  const hashes = batch.flatMap(({ bodyHash }) => (bodyHash ? [Buffer.from(bodyHash, 'hex')] : []))
  const aside = Map.groupBy(await findInvalidated(db, folderId, hashes), (row) =>
    row.bodyHash.toString('hex'),
  )
  if (aside.size === 0) return batch
  const back: { id: string; message: NewMessage }[] = []
  const rest = batch.filter((message) => {
    const row = aside.get(message.bodyHash ?? '')?.shift()
    if (row) back.push({ id: row.id, message })
    return row === undefined
  })
  const places = back.map(({ id, message }) => ({ id, uid: message.uid }))
  await restoreUids(db, folderId, places)
  // Flags may have changed while it was out of sight; those that we are about to change ourselves stay.
  const busy = new Set(await findUidsWithPendingOps(db, folderId))
  await changeMessages(
    db,
    back
      .filter(({ message }) => !busy.has(message.uid))
      .map(({ id, message: { flags, labels, modseq } }) => ({ id, ...flags, labels, modseq })),
  )
  return rest
}

/** Nearly no mail has any. */
async function storeKeywords(db: Db, folderId: string, told: ReturnType<typeof withKeywords>) {
  if (told.length === 0) return
  const busy = new Set(await findUidsWithPendingOps(db, folderId))
  await syncKeywords(
    db,
    folderId,
    told.filter(({ uid }) => !busy.has(uid)).map(({ uid, words }) => ({ uid, keywords: words })),
  )
}

/** The server's dates are whole seconds. */
const isSince = (receivedAt: string, since: string | null) =>
  since !== null && Date.parse(receivedAt) >= Math.floor(Date.parse(since) / 1000) * 1000

/** Stores one slice in the caller's transaction: messages, threads, journal, hand-over, and how far we are. */
export async function storeSlice(db: Db, deps: StoreDeps, slice: Slice, parsed: ParsedMessage[]) {
  const { mailbox, live } = deps
  const { folder } = slice
  const isLabelled = slice.messages.some(({ labels }) => labels !== null)
  const labels = toLabelKeys(isLabelled ? await findFolderLabels(db, mailbox.id) : [])
  const batch = slice.messages.map((fetched, i) =>
    toNewMessage(mailbox.id, folder, fetched, parsed[i] as ParsedMessage, labels),
  )
  const { newSince } = folder
  const mayArrive = (slice.isNew || newSince !== null) && receivesMail(folder)
  const here = mayArrive ? await findKnownIdentities(db, mailbox.id, batch) : new Set<string>()
  const leaving = new Set(
    (await findPendingDepartures(db, mailbox.id)).map((place) => `${place.folderId} ${place.uid}`),
  )
  const staying = batch.filter(({ folderId, uid }) => !leaving.has(`${folderId} ${uid}`))
  const fresh = await matchInvalidated(db, folder.id, staying)
  const stored = await storeMessages(db, fresh)
  await storeKeywords(db, folder.id, withKeywords(slice.messages))
  const byUid = new Map(
    batch.map((message, i) => [message.uid, { message, parsed: parsed[i] as ParsedMessage }]),
  )
  const arrived = stored.flatMap(({ id, uid, known }) => {
    const found = byUid.get(uid)
    if (!mayArrive || known || !found || !isIncoming(folder, found.message)) return []
    if (!slice.isNew && !isSince(found.message.receivedAt, newSince)) return []
    const name = identity(found.message)
    const isTwin = here.has(name)
    here.add(name)
    return isTwin ? [] : [{ id, parsed: found.parsed }]
  })
  if (arrived.length > 0) await ingest(db, mailbox, arrived, deps.rules, deps)
  await slice.after(db)
  const data = { mailboxId: mailbox.id, messageIds: arrived.slice(0, 50).map(({ id }) => id) }
  if (arrived.length > 0) live.publish(db, { memberId: mailbox.memberId, type: 'message.received', data })
}
