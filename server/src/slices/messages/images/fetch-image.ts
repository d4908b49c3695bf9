import { createKeyedSemaphore } from '../../../platform/concurrency/semaphore.ts'
import type { ByteCache } from '../../../platform/files/byte-cache.ts'
import { isOutboundError } from '../../../platform/outbound/errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { sniffImage } from './sniff-image.ts'

type RemoteImage = { bytes: Uint8Array; type: string }
/** Undefined when there is no image to show, for whatever reason. Calls other servers: not in a transaction. */
export type FetchImage = (memberId: string, url: string) => Promise<RemoteImage | undefined>

const maxBytes = 5 * 1024 * 1024
const maxFetchMs = 10_000
// A slow server costs the member whose mail names it, and nobody else.
const maxPerMember = 4
const maxWaitMs = 20_000

type FetchImageDeps = { outbound: Pick<Outbound, 'fetch'>; cache: ByteCache; timeoutMs?: number }

class TooManyWaiting extends Error {}

const toImage = (bytes: Uint8Array): RemoteImage | undefined => {
  const type = sniffImage(bytes)
  return type === undefined ? undefined : { bytes, type }
}

async function download(
  outbound: FetchImageDeps['outbound'],
  url: string,
  timeoutMs: number,
): Promise<RemoteImage | undefined> {
  const response = await outbound.fetch(url, { headers: { accept: 'image/*' }, timeoutMs, maxBytes })
  if (response.ok) return toImage(new Uint8Array(await response.arrayBuffer()))
  await response.body?.cancel()
  return undefined
}

/**
 * Fetches images of other servers through the guard. The cache is apart for each member, so that nobody can find out
 * what another one has read.
 */
export function createFetchImage({ outbound, cache, timeoutMs = maxFetchMs }: FetchImageDeps): FetchImage {
  const turns = createKeyedSemaphore(maxPerMember)
  const wait = { maxWaitMs, timeoutError: () => new TooManyWaiting() }
  return async (memberId, url) => {
    const key = `${memberId} ${url}`
    const cached = await cache.get(key)
    if (cached) return toImage(cached)
    try {
      const image = await turns(memberId, () => download(outbound, url, timeoutMs), wait)
      if (image) await cache.put(key, image.bytes)
      return image
    } catch (error) {
      if (isOutboundError(error) || error instanceof TooManyWaiting) return undefined
      throw error
    }
  }
}
