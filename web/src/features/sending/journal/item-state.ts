import type { client } from '../../../api/client.ts'
import type { IconName } from '../../../ui/icon.tsx'
import type { Tone } from '../../../ui/state-tag.tsx'
import type { SendStatus } from './journal-search.ts'

export type Item = Awaited<ReturnType<typeof client.sending.journal>>['items'][number]

export const statusLooks: Record<SendStatus, [IconName, Tone]> = {
  pending: ['queued', 'info'],
  held: ['held', 'warn'],
  running: ['running', 'info'],
  done: ['ok', 'idle'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'idle'],
  unknown: ['unknown', 'warn'],
}

/** Drafts that wait for a review are rejected there instead. */
export const isCancellable = ({ sendStatus, reviewStatus }: Item) =>
  sendStatus === 'pending' ||
  (sendStatus === 'held' && reviewStatus !== 'pending' && reviewStatus !== 'snoozed')
