import type { Mailbox } from '@mailwright/contract/mailboxes'
import type { Static } from '@mailwright/contract/schema'
import type { MailboxRow } from './mailboxes.store.ts'

type View = Static<typeof Mailbox>

function progressOf({ backfillStatus, backfillDone, backfillTotal }: MailboxRow): number | null {
  if (backfillStatus === 'done') return 100
  if (backfillTotal === 0) return null
  // One decimal, so that progress is visible on large mailboxes.
  return Math.min(100, Math.round((backfillDone / backfillTotal) * 1000) / 10)
}

function backfillOf(row: MailboxRow): View['backfill'] {
  if (row.syncMode === 'processing_only' || row.backfillStatus === null) return null
  return { status: row.backfillStatus, progressPct: progressOf(row), oldestSyncedAt: row.oldestSyncedAt }
}

export const describeMailbox = (row: MailboxRow): View => ({
  id: row.id,
  provider: row.provider,
  address: row.address,
  status: row.status,
  syncMode: row.syncMode,
  connectedAt: row.connectedAt,
  backfill: backfillOf(row),
  lastDeltaAt: row.lastDeltaAt,
  lastSuccessfulSyncAt: row.lastSuccessfulSyncAt,
  lastError: row.lastError,
  messageCount: row.messageCount,
  analyzedAt: row.analyzedAt,
})
