import type { Db } from '../../../platform/db/database.ts'
import { remoteImageName } from '../../../protocols/mime/remote-images.ts'
import type { Sanitise } from '../message-detail.ts'
import { findHtml } from './images.store.ts'

export const imagePath = (messageId: string) => `/api/v1/messages/${messageId}/remote-images/`

/** The addresses of a message's remote images by their names. */
type Addresses = ReadonlyMap<string, string>

const maxKept = 30
const keptMs = 10 * 60_000

/** Reads the addresses that are in a message as stored, and keeps them while its images are loaded one by one. */
export function createImageAddresses(sanitise: Sanitise) {
  const kept = new Map<string, { addresses: Promise<Addresses>; until: number }>()

  const readAddresses = async (db: Db, messageId: string): Promise<Addresses> => {
    const html = await findHtml(db, messageId)
    if (!html) return new Map()
    const [safe] = await sanitise([{ html, cidUrls: {}, imagePath: imagePath(messageId) }])
    return new Map(safe?.images?.map((url) => [remoteImageName(url), url]))
  }

  return (db: Db, messageId: string): Promise<Addresses> => {
    const known = kept.get(messageId)
    if (known && known.until > Date.now()) return known.addresses
    kept.delete(messageId)
    const addresses = readAddresses(db, messageId)
    kept.set(messageId, { addresses, until: Date.now() + keptMs })
    addresses.catch(() => kept.delete(messageId))
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return addresses
  }
}
