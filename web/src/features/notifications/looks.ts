import type { Notification, NotificationKind } from '@mailwright/contract/notifications'
import type { IconName } from '../../ui/icon.tsx'

/** One icon a kind; how urgent it is shows in its tone. */
export const kindIcons: Record<NotificationKind, IconName> = {
  'execution.failed': 'failed',
  'mailbox.error': 'plug-off',
  'mailbox.recovered': 'ok',
  'mailbox.removed': 'mailbox',
  'sending.failed': 'failed',
  'sending.unknown': 'unknown',
  'message.action_failed': 'failed',
  'workflow.notice': 'flow',
  'approval.pending': 'stamp',
  'review.pending': 'draft',
  'review.held': 'held',
  'review.expiring': 'waiting',
  'review.expired': 'expired',
  'approval.reminder': 'stamp',
  'approval.escalated': 'stamp',
  'approval.decided': 'stamp',
  'approval.expired': 'expired',
  'invitation.accepted': 'person',
  'auth.new_sign_in': 'key',
  'api_key.created': 'key',
  'workflow.unpublished': 'flow',
  'member.role_changed': 'shield',
  'member.reactivated': 'person',
  'quota.reached': 'warning',
  'ai.provider_down': 'plug-off',
  'ai.provider_recovered': 'ok',
  'ai.budget_warning': 'coins',
  'ai.budget_exceeded': 'coins',
}

const asks = /^(approval\.(pending|reminder|escalated)|review\.(pending|held|expiring))$/

/** Whether the member is needed: something is wrong or waits for a decision, and has not been seen. */
export const needsYou = ({ kind, severity, readAt }: Notification) =>
  readAt === null && (severity !== 'info' || asks.test(kind))

export const tones = { info: 'idle', warning: 'warn', error: 'bad' } as const
