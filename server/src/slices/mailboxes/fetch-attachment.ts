import type { Database } from '../../platform/db/database.ts'
import type { ByteCache } from '../../platform/files/byte-cache.ts'
import { type ImapAccount, ImapFault, type ImapSession } from '../../protocols/imap/imap.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import { findBodyHash, findServerPlace } from '../messages/index.ts'
import { AccountClosed } from './open-account.ts'

type Deps = {
  db: Database
  mime(): MimePool
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount }>
  openImap(account: ImapAccount): Promise<ImapSession>
  cache: ByteCache
}
type Which = { messageId: string; position: number }

const maxBytes = 150 * 1024 * 1024

async function fetchSource(deps: Deps, messageId: string): Promise<Buffer | undefined> {
  const place = await findServerPlace(deps.db, messageId)
  if (!place) return undefined
  const { imap } = await deps.openAccount(deps.db, place.mailboxId)
  const session = await deps.openImap(imap)
  try {
    const folder = await session.open(place.path, { readOnly: true })
    // Numbered anew since we looked: the UID may be another message's.
    if ((folder.uidValidity ?? 'none') !== place.uidValidity) return undefined
    let source: Buffer | undefined
    const onMessage = (message: { source: Buffer; bodyComplete: boolean }) => {
      if (message.bodyComplete) source = message.source
    }
    await folder.fetchSources([place.uid], { maxBytes: maxBytes, onMessage })
    return source
  } finally {
    await session.close()
  }
}

async function fetchBytes(deps: Deps, { messageId, position }: Which): Promise<Buffer | undefined> {
  try {
    const source = await fetchSource(deps, messageId)
    const bytes = source && (await deps.mime().attachmentBytes(source, position))
    return bytes ? Buffer.from(bytes) : undefined
  } catch (error) {
    // The server is away, or the mailbox was disconnected: nothing to give for now.
    if (error instanceof ImapFault || error instanceof AccountClosed) return undefined
    throw error
  }
}

/**
 * The bytes of an attachment, from the server that has them: machines share nothing but the database. What this
 * machine has fetched before it need not fetch again; the row decides whether there still is such a message.
 */
export function createAttachmentFetcher(deps: Deps) {
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  const fetchAndKeep = async (key: string, which: Which) => {
    const kept = await deps.cache.get(key)
    if (kept) return kept
    const bytes = await fetchBytes(deps, which)
    if (bytes) await deps.cache.put(key, bytes)
    return bytes
  }
  return async (_db: unknown, which: Which): Promise<Buffer | undefined> => {
    const known = await findBodyHash(deps.db, which.messageId)
    if (!known) return undefined
    const key = `${which.messageId} ${which.position} ${known.hash ?? ''}`
    const running = underWay.get(key) ?? fetchAndKeep(key, which).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }
}
