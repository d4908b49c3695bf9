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
type AttachmentRef = { messageId: string; position: number }

const maxBytes = 150 * 1024 * 1024

async function fetchSource(deps: Deps, messageId: string): Promise<Buffer | undefined> {
  const place = await findServerPlace(deps.db, messageId)
  if (!place) return undefined
  const { imap } = await deps.openAccount(deps.db, place.mailboxId)
  const session = await deps.openImap(imap)
  try {
    const folder = await session.open(place.path, { readOnly: true })
    // UIDVALIDITY has changed, so the UID may now belong to another message.
    if ((folder.uidValidity ?? 'none') !== place.uidValidity) return undefined
    let source: Buffer | undefined
    const onMessage = (message: { source: Buffer; bodyComplete: boolean }) => {
      if (message.bodyComplete) source = message.source
    }
    await folder.fetchSources([place.uid], { maxBytes, onMessage })
    return source
  } finally {
    await session.close()
  }
}

async function fetchBytes(deps: Deps, { messageId, position }: AttachmentRef): Promise<Buffer | undefined> {
  try {
    const source = await fetchSource(deps, messageId)
    const bytes = source && (await deps.mime().attachmentBytes(source, position))
    return bytes ? Buffer.from(bytes) : undefined
  } catch (error) {
    // The server is unreachable or the mailbox is disconnected: the attachment is unavailable for now.
    if (error instanceof ImapFault || error instanceof AccountClosed) return undefined
    throw error
  }
}

/**
 * Fetches attachments from the mail server, since machines share only the database, and caches them on this machine.
 * The database row is checked first, so that attachments of deleted messages are not served from the cache.
 */
export function createAttachmentFetcher(deps: Deps) {
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  const fetchCached = async (key: string, ref: AttachmentRef) => {
    const cached = await deps.cache.get(key)
    if (cached) return cached
    const bytes = await fetchBytes(deps, ref)
    if (bytes) await deps.cache.put(key, bytes)
    return bytes
  }
  return async (_db: unknown, ref: AttachmentRef): Promise<Buffer | undefined> => {
    const body = await findBodyHash(deps.db, ref.messageId)
    if (!body) return undefined
    const key = `${ref.messageId} ${ref.position} ${body.hash ?? ''}`
    const running = inFlight.get(key) ?? fetchCached(key, ref).finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }
}
