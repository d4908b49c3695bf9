import type { client } from '../../api/client.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/state-tag.tsx'
import type { Mailbox } from './mailboxes.queries.ts'

export type Lag = Awaited<ReturnType<typeof client.mailboxes.lag>>

type Health = 'stopped' | 'disconnected' | 'mirroring' | 'silent' | 'behind' | 'current' | 'unknown'

// The server is looked at every few minutes at the latest, also where it tells of new mail by itself.
const silentMs = 15 * 60 * 1000

/** How a mailbox is, by what the server was last seen to hold and what is here. */
export function healthOf(mailbox: Mailbox, lag: Lag | undefined, now = Date.now()): Health {
  if (mailbox.status === 'error') return 'stopped'
  if (mailbox.status === 'disconnected') return 'disconnected'
  const { backfill } = mailbox
  if (backfill && (backfill.status === 'pending' || backfill.status === 'running')) return 'mirroring'
  if (!lag) return 'unknown'
  if (lag.lastDeltaAt === null || now - Date.parse(lag.lastDeltaAt) > silentMs) return 'silent'
  return lag.missingMessages > 0 ? 'behind' : 'current'
}

export const healthLooks: Record<Health, [IconName, Tone]> = {
  stopped: ['warning', 'bad'],
  disconnected: ['plug-off', 'idle'],
  mirroring: ['running', 'info'],
  silent: ['warning', 'warn'],
  behind: ['waiting', 'warn'],
  current: ['ok', 'good'],
  unknown: ['ring', 'idle'],
}

/** Messages on the server and here, over all folders. */
export const totalsOf = (lag: Lag) => ({
  server: lag.folders.reduce((sum, folder) => sum + folder.serverMessages, 0),
  here: lag.folders.reduce((sum, folder) => sum + folder.mirroredMessages, 0),
})
