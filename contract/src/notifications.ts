import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  choice,
  free,
  integer,
  list,
  named,
  nullable,
  object,
  optional,
  type Static,
  string,
  typedAs,
} from './schema.ts'

export const Severity = choice('info', 'warning', 'error')

/** The params of each kind. The specification names five kinds; the ones marked open are ours. */
export type NotificationParams = {
  'execution.failed': { workflowId: string; workflowName: string; executionId: string; errorSummary: string }
  'mailbox.error': { mailboxId: string; address: string; kind: string }
  'mailbox.recovered': { mailboxId: string; address: string }
  'mailbox.removed': {
    mailboxId: string
    address: string
    mode: 'disconnected' | 'deleted'
    unpublishedWorkflows: number
  }
  'sending.failed': { opId: string; mailboxId: string; subject: string; errorKind: string }
  'sending.unknown': { opId: string; mailboxId: string; subject: string; errorKind: string }
  /** Open: the mail server rejected an action on messages. */
  'message.action_failed': { mailboxId: string; address: string; action: string; messages: number }
  /** Open: sent by a workflow's notify node. */
  'workflow.notice': {
    workflowId: string
    workflowName: string
    executionId: string
    title: string
    body: string | null
  }
  /** Open: drafts leave the review queue soon, since nobody has touched them. */
  'review.expiring': { drafts: number; expiresAt: string }
  /** Open: drafts have left the review queue, since nobody has touched them; with the subject of the oldest. */
  'review.expired': { drafts: number; subject: string }
  'approval.pending': { approvalId: string; workflowName: string; subject: string | null }
}
export type NotificationKind = keyof NotificationParams

const schema = object({
  id: string(),
  severity: Severity,
  link: nullable(string()),
  createdAt: string(),
  readAt: nullable(string()),
  kind: string(),
  params: free(),
})
type Envelope = Omit<Static<typeof schema>, 'kind' | 'params'>

/** `switch` on `kind` to narrow `params`; skip kinds that you do not know, more are added over time. */
export type Notification = {
  [K in NotificationKind]: Envelope & { kind: K; params: NotificationParams[K] }
}[NotificationKind]
export const Notification = named('Notification', typedAs<Notification>()(schema))

const base = '/api/v1/notifications'

export const notifications = {
  list: route({
    method: 'GET',
    path: base,
    access: keyAccess('notifications:read'),
    title: { en: 'List notifications', fr: 'Lister les notifications' },
    description: {
      en: 'Archived notifications are not listed. `unread=true` lists only unread ones.',
      fr: 'Les notifications archivées ne sont pas listées. `unread=true` ne liste que les non lues.',
    },
    query: pageQuery(pageSizes.notifications, { unread: optional(string()) }),
    status: 200,
    reply: object({ items: list(Notification), nextCursor, unreadCount: integer(0) }),
  }),
  read: route({
    method: 'POST',
    path: `${base}/{id}/read`,
    access: keyAccess('notifications:write'),
    title: { en: 'Mark a notification as read', fr: 'Marquer une notification comme lue' },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ notification: Notification }),
    notFound: 'notifications.not_found',
  }),
  readAll: route({
    method: 'POST',
    path: `${base}/read`,
    access: keyAccess('notifications:write'),
    title: { en: 'Mark all notifications as read', fr: 'Marquer toutes les notifications comme lues' },
    openDetail: true,
    status: 200,
    reply: object({ read: integer(0) }),
  }),
  archive: route({
    method: 'POST',
    path: `${base}/{id}/archive`,
    access: keyAccess('notifications:write'),
    title: { en: 'Archive a notification', fr: 'Archiver une notification' },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'notifications.not_found',
  }),
}
