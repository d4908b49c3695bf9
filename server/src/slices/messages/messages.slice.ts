import { join } from 'node:path'
import type { Config } from '../../platform/config/read-config.ts'
import { createByteCache } from '../../platform/files/byte-cache.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Slice } from '../../platform/slice.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import { purgeUsedTokens } from './actions/tokens.store.ts'
import { createFetchImage } from './images/fetch-image.ts'
import { createImageAddresses } from './images/image-addresses.ts'
import { imageRoutes } from './images/images.routes.ts'
import type { Sanitise } from './message-detail.ts'
import { type MessageDeps, messageRoutes } from './messages.routes.ts'

type MessagesDeps = {
  config: Config
  log: Log
  live: Live
  fingerprints: MessageDeps['fingerprints']
  /** For remote images. */
  outbound: Pick<Outbound, 'fetch'>
  /** Started at the first call. */
  mime(): MimePool
  ports: Pick<MessageDeps, 'findExecutions' | 'fetchAttachment' | 'wake' | 'onDeleted'>
}

// Long enough to read a mail again; also bounds how long images of deleted mail stay on the machine.
const imageCacheMs = 24 * 60 * 60 * 1000

const openImageCache = ({ config, log }: MessagesDeps) =>
  createByteCache({
    folder: join(config.dataDir, 'remote-images'),
    maxBytes: config.imageCacheMb * 1024 * 1024,
    maxAgeMs: imageCacheMs,
    log,
  })

export function createMessages(deps: MessagesDeps): Slice {
  const { live, fingerprints, mime, ports, outbound } = deps
  const sanitise: Sanitise = (parts) => mime().sanitiseMany(parts)
  const cache = openImageCache(deps)
  return {
    routes: [
      ...messageRoutes({ live, fingerprints, sanitise, ...ports }),
      ...imageRoutes({
        sanitise,
        imageAddresses: createImageAddresses(sanitise),
        fetchImage: createFetchImage({ outbound, cache }),
      }),
    ],
    retention: [{ name: 'action-tokens', schedule: '25 3 * * *', run: purgeUsedTokens }],
    close: cache.close,
  }
}
