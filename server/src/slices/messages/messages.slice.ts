import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import { purgeUsedTokens } from './actions/tokens.store.ts'
import { type MessageDeps, messageRoutes } from './messages.routes.ts'

type MessagesDeps = {
  live: Live
  fingerprints: MessageDeps['fingerprints']
  /** Started at the first call. */
  mime(): MimePool
  ports: Pick<MessageDeps, 'findExecutions' | 'fetchAttachment' | 'wake' | 'onDeleted'>
}

export const createMessages = ({ live, fingerprints, mime, ports }: MessagesDeps): Slice => ({
  routes: messageRoutes({
    live,
    fingerprints,
    sanitise: (parts) => mime().sanitiseMany(parts),
    ...ports,
  }),
  retention: [{ name: 'action-tokens', schedule: '25 3 * * *', run: purgeUsedTokens }],
})
