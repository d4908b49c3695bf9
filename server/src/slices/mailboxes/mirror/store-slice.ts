import type { Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import {
  changeMessages,
  findFolderLabels,
  findInvalidated,
  findKnownUids,
  findPendingDepartures,
  findTwins,
  findUidsWithPendingOps,
  type Identity,
  type MirroredFolder,
  type NewMessage,
  restoreUids,
  type StoredMessage,
  storeMessages,
  syncKeywords,
} from '../../messages/index.ts'
import type { Rules } from '../ingestion/decide-outcome.ts'
import type { Slice } from './context.ts'
import { type Dispatch, type IsOwnLoop, ingest, isIncoming, type OnOwnMail, receivesMail } from './ingest.ts'
import { withKeywords } from './keywords.ts'
import { toLabelKeys } from './labels.ts'
import { toNewMessage } from './to-new-message.ts'

export type StoreDeps = {
  mailbox: { id: string; memberId: string }
  live: Live
  rules: Rules
  dispatch: Dispatch
  dispatchBounces: Dispatch
  isOwnLoop: IsOwnLoop
  onOwnMail: OnOwnMail
}

const identity = ({ messageIdHeader, bodyHash }: Identity) => `${messageIdHeader} ${bodyHash}`

/** Identities of messages that the mailbox already contains: copied or moved by a person, not new mail. */
async function findKnownIdentities(db: Db, mailboxId: string, batch: NewMessage[]) {
  return new Set((await findTwins(db, mailboxId, batch)).map(identity))
}

/**
 * Matches messages against rows of the folder without a valid UID: those of a renumbered folder, or moved here by an
 * op. They are recognised by their hash and keep their rows. Returns the messages without a match.
 */
async function matchInvalidated(db: Db, folderId: string, batch: NewMessage[]): Promise<NewMessage[]> {
  const hashes = batch.flatMap(({ bodyHash }) => (bodyHash ? [Buffer.from(bodyHash, 'hex')] : []))
  const invalidated = Map.groupBy(await findInvalidated(db, folderId, hashes), (row) =>
    row.bodyHash.toString('hex'),
  )
  if (invalidated.size === 0) return batch
  // After a crash or a resync, a message may have its row already; another with the same bytes must not take its UID.
  const known = new Set(
    await findKnownUids(
      db,
      folderId,
      batch.map(({ uid }) => uid),
    ),
  )
  const matched: { id: string; message: NewMessage }[] = []
  const rest = batch.filter((message) => {
    if (known.has(message.uid)) return true
    const row = invalidated.get(message.bodyHash ?? '')?.shift()
    if (row) matched.push({ id: row.id, message })
    return row === undefined
  })
  const pairs = matched.map(({ id, message }) => ({ id, uid: message.uid }))
  await restoreUids(db, folderId, pairs)
  // Flags may have changed in the meantime; those of messages with pending ops are kept.
  const pending = new Set(await findUidsWithPendingOps(db, folderId))
  await changeMessages(
    db,
    matched
      .filter(({ message }) => !pending.has(message.uid))
      .map(({ id, message: { flags, labels, modseq } }) => ({ id, ...flags, labels, modseq })),
  )
  return rest
}

/** What is fetched again is newer than what is stored, except for messages with pending ops. */
async function updateKnown(db: Db, folderId: string, batch: NewMessage[], stored: StoredMessage[]) {
  const ids = new Map(stored.filter(({ known }) => known).map(({ uid, id }) => [uid, id]))
  if (ids.size === 0) return
  const pending = new Set(await findUidsWithPendingOps(db, folderId))
  await changeMessages(
    db,
    batch.flatMap(({ uid, flags: { sent, ...flags }, labels, modseq }) => {
      const id = ids.get(uid)
      return id === undefined || pending.has(uid) ? [] : [{ id, ...flags, labels, modseq }]
    }),
  )
}

async function storeKeywords(db: Db, folderId: string, rows: ReturnType<typeof withKeywords>) {
  // The usual case: few messages have keywords.
  if (rows.length === 0) return
  const pending = new Set(await findUidsWithPendingOps(db, folderId))
  await syncKeywords(
    db,
    folderId,
    rows.filter(({ uid }) => !pending.has(uid)),
  )
}

/** Compares whole seconds, the precision of dates on the server. */
const isSince = (receivedAt: string, since: string | null) =>
  since !== null && Date.parse(receivedAt) >= Math.floor(Date.parse(since) / 1000) * 1000

/** Mail that the member has sent. `onOwnMail` looks closer; this keeps all other mail from it. */
const isOwnMail = ({ role }: MirroredFolder, { labels, flags, signals }: NewMessage) =>
  (role === 'sent' || labels.includes('sent')) && !flags.draft && !signals.isAutoReply

/** Stores one slice in the caller's transaction: messages, threads, journal entries, dispatch and progress. */
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
  const identities = mayArrive ? await findKnownIdentities(db, mailbox.id, batch) : new Set<string>()
  const departing = new Set(
    (await findPendingDepartures(db, mailbox.id)).map((place) => `${place.folderId} ${place.uid}`),
  )
  const remaining = batch.filter(({ folderId, uid }) => !departing.has(`${folderId} ${uid}`))
  const unmatched = await matchInvalidated(db, folder.id, remaining)
  const wanted = slice.onlyMatching ? unmatched.filter((one) => isSince(one.receivedAt, newSince)) : unmatched
  const stored = await storeMessages(db, wanted)
  await updateKnown(db, folder.id, wanted, stored)
  await storeKeywords(db, folder.id, withKeywords(slice.messages))
  const byUid = new Map(
    batch.map((message, i) => [message.uid, { message, parsed: parsed[i] as ParsedMessage }]),
  )
  const isNewMail = (message: NewMessage) => slice.isNew || isSince(message.receivedAt, newSince)
  const arrived = stored.flatMap(({ id, uid, known }) => {
    const found = byUid.get(uid)
    if (!mayArrive || known || !found || !isIncoming(folder, found.message)) return []
    if (!isNewMail(found.message)) return []
    const key = identity(found.message)
    const isTwin = identities.has(key)
    identities.add(key)
    return isTwin ? [] : [{ id, parsed: found.parsed }]
  })
  if (arrived.length > 0) await ingest(db, mailbox, arrived, deps.rules, deps)
  const own = stored.flatMap(({ id, uid, known }) => {
    const message = byUid.get(uid)?.message
    return known || !message || !isOwnMail(folder, message) ? [] : [{ id, isNew: isNewMail(message) }]
  })
  if (own.length > 0) await deps.onOwnMail(db, mailbox.memberId, own)
  await slice.after(db)
  const data = { mailboxId: mailbox.id, messageIds: arrived.slice(0, 50).map(({ id }) => id) }
  if (arrived.length > 0) live.publish(db, { memberId: mailbox.memberId, type: 'message.received', data })
}
