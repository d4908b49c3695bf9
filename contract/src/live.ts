import type { ReportReference } from './analyzer.ts'
import type { ApprovalStatus } from './approvals.ts'
import type { Conversation } from './assistant.ts'
import type { EvalCase, EvalRun } from './evaluation.ts'
import type { ExecutionStatus } from './executions.ts'
import type { Incident } from './incidents.ts'
import type { Mailbox } from './mailboxes.ts'
import type { Notification } from './notifications.ts'
import type { Static } from './schema.ts'
import type { RouteScope } from './scopes.ts'
import type { ReviewStatus, SendStatus } from './sending.ts'

/** The path of the real-time channel (WebSocket). */
export const livePath = '/api/v1/realtime'

/** The events of the channel and the scope that an API key needs to receive each; null: every caller does. */
export const liveEvents = {
  // Events may have been lost: reload what is shown.
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

type ExecutionUpdate = { id: string; workflowId: string; status: Static<typeof ExecutionStatus> }
type MailboxFields = Static<typeof Mailbox>
/** Events of features that are not built yet. */
type Unspecified = Record<string, unknown>

type DataByType = {
  'channel.resumed': Record<string, never>
  'notification.created': Notification
  'notification.updated': { id: string; readAt?: string | null; archived: boolean } | { all: true }
  'incident.created': Static<typeof Incident>
  'incident.acknowledged': { id: string; acknowledgedAt: string }
  'mailbox.synced': { mailboxId: string; changed: boolean }
  'mailbox.updated': {
    mailboxId: string
    status?: MailboxFields['status']
    syncMode?: MailboxFields['syncMode']
    deleted?: true
  }
  'message.received': { mailboxId: string; messageIds: string[] }
  'message.updated': { mailboxId: string; messageIds: string[] }
  'sending.updated': { id: string; mailboxId: string; sendStatus: Static<typeof SendStatus> }
  'review.updated': {
    id: string
    reviewStatus: Static<typeof ReviewStatus>
    sendStatus: Static<typeof SendStatus>
  }
  'workflow.updated': { workflowId: string; published?: boolean; deleted?: true }
  /** The fields of a single execution are repeated at the top. */
  'execution.updated': { executions: ExecutionUpdate[]; more: boolean } & Partial<ExecutionUpdate>
  'approval.updated': { approvalId: string; status: Static<typeof ApprovalStatus>; executionId?: string }
  'table.updated': { tableId: string; what: 'created' | 'structure' | 'rows' | 'deleted' }
  'eval.case': Pick<
    Static<typeof EvalCase>,
    'messageId' | 'status' | 'expected' | 'predicted' | 'correct' | 'confidence' | 'unsure' | 'error'
  > & { runId: string; caseId: string }
  'eval.updated': Pick<Static<typeof EvalRun>, 'workflowId' | 'nodeId' | 'status' | 'totals'> & {
    runId: string
  }
  /** A piece of an answer: `seq` counts from 0, `offset` is the length of the text before it. */
  'assistant.delta': { conversationId: string; messageId: string; seq: number; offset: number; text: string }
  'assistant.updated': { conversationId: string; status: Static<typeof Conversation>['status'] }
  'analyzer.updated': {
    mailboxId: string
    reportId: string
    status: Static<typeof ReportReference>['status']
  }
  'member.updated': Unspecified
}
export type LiveEventData<T extends LiveEventType = LiveEventType> = DataByType[T]

/** What remains of `data` that is too large for the channel: its ids. Read the rest over HTTP. */
export type TruncatedData = { truncated: true; id?: string; [name: `${string}Id`]: string }

/** One message of the channel: a hint to reload. `switch` on `type` to narrow `data`. */
export type LiveMessage<T extends LiveEventType = LiveEventType> = {
  [K in T]: { type: K; at: string; data: LiveEventData<K> | TruncatedData }
}[T]
