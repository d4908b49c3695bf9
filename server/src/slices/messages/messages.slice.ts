import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import { type MessageDeps, messageRoutes } from './messages.routes.ts'

type MessagesDeps = {
  live: Live
  /** Started at the first call. */
  mime(): MimePool
  ports: Pick<MessageDeps, 'findExecutions' | 'fetchAttachment' | 'wake'>
}

export const createMessages = ({ live, mime, ports }: MessagesDeps): Slice => ({
  routes: messageRoutes({ live, sanitise: (parts) => mime().sanitiseMany(parts), ...ports }),
})
