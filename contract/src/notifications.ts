import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  free,
  integer,
  list,
  named,
  nullable,
  object,
  openDetail,
  optional,
  type Static,
  string,
  text,
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
  'approval.pending': AboutApproval
  // All below are open.
  /** Drafts that came since the member last read this; the other fields are those of the latest. */
  'review.pending': { count: number; workflowName: string | null; subject: string }
  /** Automatic mail that a guard held back; `reason` is its code. */
  'review.held': { count: number; reason: string; workflowName: string | null; subject: string }
  'approval.reminder': AboutApproval & { expiresAt: string }
  'approval.escalated': AboutApproval & { expiresAt: string }
  'approval.decided': AboutApproval & { decision: 'approved' | 'rejected'; decidedBy: string }
  'approval.expired': AboutApproval
  /** `name` and `email` are those of the new member. */
  'invitation.accepted': { memberId: string; name: string; email: string }
  'auth.new_sign_in': { sessionId: string; ip: string; userAgent: string | null }
  'api_key.created': { keyId: string; name: string; prefix: string }
  /** Unpublished by the system. `workflowId` and `workflowName` are null when there are several. */
  'workflow.unpublished': {
    count: number
    workflowId: string | null
    workflowName: string | null
    reason: 'member_suspended' | 'mailbox_removed'
  }
  'member.role_changed': { from: 'member' | 'admin'; to: 'member' | 'admin' }
  'member.reactivated': Record<string, never>
  'quota.reached': { quota: 'uploads' | 'run_data'; maxBytes: number }
  /** Calls of an AI connection fail; it is tried again by itself. */
  'ai.provider_down': { connectionId: string; label: string; errorSummary: string }
  'ai.provider_recovered': { connectionId: string; label: string }
  /** Once a month at each limit. `name` is that of the member or the workflow, null for the instance. */
  'ai.budget_warning': AboutBudget
  'ai.budget_exceeded': AboutBudget
}
type AboutBudget = {
  scope: 'instance' | 'member' | 'workflow'
  subjectId: string | null
  name: string | null
  limitUsd: number
}
type AboutApproval = { approvalId: string; workflowName: string; subject: string | null }
export type NotificationKind = keyof NotificationParams

/**
 * Whether a member may mute the kind. Not those about access to the account, nor a mail whose fate is unknown, nor drafts
 * that expired.
 */
const isMutable: Record<NotificationKind, boolean> = {
  'execution.failed': true,
  'mailbox.error': true,
  'mailbox.recovered': true,
  'mailbox.removed': true,
  'sending.failed': true,
  'sending.unknown': false,
  'message.action_failed': true,
  'workflow.notice': true,
  'approval.pending': true,
  'review.pending': true,
  'review.held': true,
  'review.expiring': true,
  'review.expired': false,
  'approval.reminder': true,
  'approval.escalated': true,
  'approval.decided': true,
  'approval.expired': true,
  'invitation.accepted': true,
  'auth.new_sign_in': false,
  'api_key.created': false,
  'workflow.unpublished': true,
  'member.role_changed': false,
  'member.reactivated': true,
  'quota.reached': true,
  'ai.provider_down': true,
  'ai.provider_recovered': true,
  'ai.budget_warning': true,
  'ai.budget_exceeded': true,
}
const mutableKinds = Object.entries(isMutable).flatMap(([kind, yes]) => (yes ? [kind] : []))

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

const Preferences = openDetail(
  named(
    'NotificationPreferences',
    object({
      muted: list(string()),
      digest: object({ enabled: boolean(), hour: integer(0, 23), timeZone: string() }),
    }),
  ),
)

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
  preferences: route({
    method: 'GET',
    path: `${base}/preferences`,
    access: keyAccess('notifications:read'),
    title: { en: 'Read my notification preferences', fr: 'Lire mes préférences de notification' },
    openDetail: true,
    status: 200,
    reply: Preferences,
  }),
  replacePreferences: route({
    method: 'PUT',
    path: `${base}/preferences`,
    access: keyAccess('notifications:write'),
    title: { en: 'Replace my notification preferences', fr: 'Remplacer mes préférences de notification' },
    description: {
      en: 'A muted kind makes no notification. The digest is one email a day about what waits on the desk, at the given hour of the time zone (UTC by default); none is sent when nothing waits.',
      fr: "Un type en sourdine ne produit aucune notification. Le récapitulatif est un e-mail par jour sur ce qui attend une décision, à l'heure donnée du fuseau horaire (UTC par défaut) ; rien n'est envoyé si rien n'attend.",
    },
    openDetail: true,
    body: object({
      muted: list(choice(...mutableKinds), 0, 100),
      digest: object({
        enabled: boolean(),
        hour: integer(0, 23),
        timeZone: optional(text(1, 64, { format: 'time-zone' })),
      }),
    }),
    status: 200,
    reply: Preferences,
  }),
}
