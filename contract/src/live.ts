import type { RouteScope } from './scopes.ts'

/** The address of the real-time channel (WebSocket). */
export const livePath = '/api/v1/realtime'

/** What may be said on the channel, and the scope that a key needs to hear it; null: every caller hears it. */
export const liveEvents = {
  // Something may have been missed: read again what is shown.
  'channel.resumed': null,
  'notification.created': 'notifications:read',
  'notification.updated': 'notifications:read',
  'incident.created': 'notifications:read',
  'incident.acknowledged': 'notifications:read',
  'mailbox.synced': 'mailboxes:read',
  'mailbox.updated': 'mailboxes:read',
  'message.received': 'messages:read',
  'message.updated': 'messages:read',
  'sending.updated': 'messages:read',
  'review.updated': 'review:read',
  'workflow.updated': 'workflows:read',
  'execution.updated': 'executions:read',
  'approval.updated': 'approvals:read',
  'table.updated': 'tables:read',
  'eval.case': 'workflows:read',
  'eval.updated': 'workflows:read',
  'assistant.delta': 'assistant:read',
  'assistant.updated': 'assistant:read',
  'analyzer.updated': 'analyzer:read',
  'member.updated': 'profile:read',
} as const satisfies Record<string, RouteScope | null>
export type LiveEventType = keyof typeof liveEvents

/** One message of the channel: a hint to read again. */
export type LiveMessage = { type: LiveEventType; at: string; data: Record<string, unknown> }
