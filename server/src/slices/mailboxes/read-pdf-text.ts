import { createKeyedSemaphore, createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ByteCache } from '../../platform/files/byte-cache.ts'
import { AttachmentUnavailable, type FetchAttachment, findBodyHash } from '../messages/index.ts'

type Deps = {
  cache: ByteCache
  fetchAttachment: FetchAttachment
  /** Empty for a file without text, undefined if that cannot be told now. */
  readPdf(bytes: Uint8Array): Promise<string | undefined>
}
type PdfRef = { memberId: string; messageId: string; position: number }

// A file can keep a core busy for seconds.
const maxAtOnce = 2
const maxPerMember = 1
const maxWaitMs = 30_000

/**
 * Reads the text of PDF attachments. It is cached beside their bytes, also when a file has none, so that a hostile one
 * costs its time once.
 */
export function createPdfTexts({ cache, fetchAttachment, readPdf }: Deps) {
  const limit = createSemaphore(maxAtOnce)
  const limitMember = createKeyedSemaphore(maxPerMember)
  const inFlight = new Map<string, Promise<string>>()
  const timeoutError = () => new AttachmentUnavailable('Too many attachments of this member are being read.')

  const readNow = async (bytes: Uint8Array, memberId: string) =>
    limitMember(memberId, () => limit.run(() => readPdf(bytes)), { maxWaitMs, timeoutError })

  const read = async (db: Database, key: string, { memberId, messageId, position }: PdfRef) => {
    const cached = await cache.get(key)
    if (cached) return cached.toString('utf8')
    const bytes = await fetchAttachment(db, { messageId, position })
    const text = bytes && (await readNow(bytes, memberId))
    if (text !== undefined) await cache.put(key, Buffer.from(text))
    return text ?? ''
  }

  /** Empty if there is no text. Throws AttachmentUnavailable. Calls a mail server: not in a transaction. */
  return async (db: Database, ref: PdfRef): Promise<string> => {
    const body = await findBodyHash(db, ref.messageId)
    if (!body) return ''
    const key = `${ref.messageId} ${ref.position} ${body.hash ?? ''} text 1`
    const running = inFlight.get(key) ?? read(db, key, ref).finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }
}
