import { createKeyedSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ByteCache } from '../../platform/files/byte-cache.ts'
import { type ImapAccount, ImapFault, type ImapSession } from '../../protocols/imap/imap.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import { AttachmentUnavailable, findBodyHash, findServerPlace } from '../messages/index.ts'
import { AccountClosed } from './open-account.ts'

type Deps = {
  mime(): MimePool
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount }>
  openImap(account: ImapAccount): Promise<ImapSession>
  cache: ByteCache
  /** How long a call waits while others of its mailbox use the mail server. */
  maxWaitMs?: number
}
type AttachmentRef = { messageId: string; position: number }
type Place = NonNullable<Awaited<ReturnType<typeof findServerPlace>>>

const maxBytes = 150 * 1024 * 1024
// Mail servers allow ten to fifteen connections for an account, and the mirror and other clients need theirs.
const maxPerMailbox = 3

async function fetchSource(deps: Deps, db: Database, place: Place): Promise<Buffer | undefined> {
  const { imap } = await deps.openAccount(db, place.mailboxId)
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

/** What is missing for good is undefined; what a retry may find is AttachmentUnavailable. */
async function toOutcome(error: unknown): Promise<undefined> {
  if (error instanceof AccountClosed) return undefined
  if (!(error instanceof ImapFault)) throw error
  if (error.remedy === 'permanent') return undefined
  throw new AttachmentUnavailable('The mail server does not respond.', { cause: error })
}

/**
 * Fetches attachments from the mail server, since machines share only the database, and caches them on this machine.
 * The database row is checked first, so that attachments of deleted messages are not served from the cache. A mailbox
 * has few calls in progress at a time, so that a stalled server collects neither connections nor memory.
 */
export function createAttachmentFetcher(deps: Deps) {
  const { maxWaitMs = 20_000 } = deps
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  const runLimited = createKeyedSemaphore(maxPerMailbox)

  const fetchBytes = async (db: Database, { messageId, position }: AttachmentRef) => {
    const place = await findServerPlace(db, messageId)
    if (!place) return undefined
    const tooMany = () => new AttachmentUnavailable('Too many attachments of this mailbox are being fetched.')
    const source = await runLimited(place.mailboxId, () => fetchSource(deps, db, place).catch(toOutcome), {
      maxWaitMs,
      timeoutError: tooMany,
    })
    const bytes = source && (await deps.mime().attachmentBytes(source, position))
    return bytes ? Buffer.from(bytes) : undefined
  }
  const fetchCached = async (db: Database, key: string, ref: AttachmentRef) => {
    const cached = await deps.cache.get(key)
    if (cached) return cached
    const bytes = await fetchBytes(db, ref)
    if (bytes) await deps.cache.put(key, bytes)
    return bytes
  }
  return async (db: Database, ref: AttachmentRef): Promise<Buffer | undefined> => {
    const body = await findBodyHash(db, ref.messageId)
    if (!body) return undefined
    const key = `${ref.messageId} ${ref.position} ${body.hash ?? ''}`
    const running = inFlight.get(key) ?? fetchCached(db, key, ref).finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }
}
