import type { LiveEventType } from '@mailwright/contract/live'

type Key = readonly [domain: string, name?: string]

const mail: readonly Key[] = [['threads'], ['messages'], ['folders']]
const desk: readonly Key[] = [['desk'], ['review'], ['approvals']]

/** What to read again after each live event. A new event does not compile until it is listed. */
export const rereads: Record<LiveEventType, readonly Key[]> = {
  'channel.resumed': [[''] as const],
  'notification.created': [['notifications'], ['members', 'listInvitations'], ['members', 'list']],
  'notification.updated': [['notifications']],
  'incident.created': [['incidents']],
  'incident.acknowledged': [['incidents']],
  'mailbox.synced': [['mailboxes']],
  'mailbox.updated': [['mailboxes'], ['folders'], ['threads', 'list']],
  'message.received': [...mail, ['journal'], ['mailboxes', 'lag']],
  'message.updated': mail,
  'sending.updated': [['sending'], ['review']],
  'review.updated': desk,
  'workflow.updated': [['workflows']],
  'execution.updated': [['executions'], ['messages', 'journal'], ['aiCosts', 'calls']],
  'approval.updated': desk,
  'table.updated': [['tables'], ['tableRows']],
  'eval.case': [['evaluation']],
  'eval.updated': [['evaluation']],
  'assistant.delta': [],
  'assistant.updated': [['assistant']],
  'analyzer.updated': [['analyzer']],
  'member.updated': [['account'], ['members']],
}
