import { matchesMessage } from '../nodes/triggers/matches-message.ts'
import type { MessageTriggerParams } from '../nodes/triggers/message-trigger-schema.ts'
import type { Db } from '../platform/db/database.ts'
import { dispatchMessages, type StartRequest } from '../slices/executions/index.ts'
import { findPreferences } from '../slices/members/index.ts'
import { findRunMessages, type RunMessage } from '../slices/messages/index.ts'
import { findTriggers, type Trigger } from '../slices/workflows/index.ts'
import { readMessageTrigger } from './node-ports/read-message-trigger.ts'

const factsOf = (message: RunMessage) => ({
  mailboxId: message.mailboxId,
  folderKeys: message.folderKeys,
  from: message.from,
  to: message.to,
  cc: message.cc,
  subject: message.subject,
  bodyText: message.bodyText,
  attachments: message.attachments,
  size: message.size,
  isFirstInThread: message.isFirstInThread,
  signals: {
    isAutoReply: message.isAutoReply,
    isNoReply: message.isNoReply,
    isMailingList: message.isMailingList,
    isFromSelf: message.isFromSelf,
    isBounce: message.isBounce,
  },
})

const wants = ({ mailboxIds }: Trigger, mailboxId: string) =>
  mailboxIds === null || mailboxIds.includes(mailboxId)

type Asking = Trigger & { asks: MessageTriggerParams }

/** The member's triggers for this mailbox. One that cannot be read must not keep mail from being stored. */
async function findAsking(db: Db, memberId: string, mailboxId: string): Promise<Asking[]> {
  const triggers = await findTriggers(db, memberId, 'trigger.message')
  return triggers.flatMap((trigger) => {
    const asks = wants(trigger, mailboxId) ? readMessageTrigger(trigger.params) : undefined
    return asks ? [{ ...trigger, asks }] : []
  })
}

export const headlineOf = ({ subject, from }: Pick<RunMessage, 'subject' | 'from'>) => ({
  subject: subject ?? '',
  fromName: from?.name ?? null,
  fromEmail: from?.email ?? '',
})

const wanted = (
  trigger: Trigger,
  message: RunMessage,
): StartRequest & { message: NonNullable<StartRequest['message']> } => ({
  memberId: trigger.memberId,
  workflowId: trigger.workflowId,
  versionId: trigger.versionId,
  triggerNodeId: trigger.nodeId,
  triggerType: trigger.type,
  data: { messageId: message.id },
  message: { id: message.id, mailboxId: message.mailboxId, headline: headlineOf(message) },
})

/** The triggers that take a message: one a workflow, and by priority only that of the first workflow. */
function takers(triggers: Asking[], message: RunMessage, mode: 'all' | 'priority'): Trigger[] {
  const facts = factsOf(message)
  const taken = new Map<string, Trigger>()
  for (const trigger of triggers) {
    if (taken.has(trigger.workflowId) || !matchesMessage(trigger.asks, facts)) continue
    taken.set(trigger.workflowId, trigger)
    if (mode === 'priority') break
  }
  return [...taken.values()]
}

/** Hands new mail to the workflows that want it, in the transaction that stores it. */
export async function dispatchMail(
  db: Db,
  mailbox: { id: string; memberId: string },
  arrived: { id: string }[],
): Promise<ReadonlySet<string>> {
  const { id, memberId } = mailbox
  const triggers = await findAsking(db, memberId, id)
  if (triggers.length === 0) return new Set()
  const mode = (await findPreferences(db, memberId))?.dispatchMode ?? 'all'
  const messages = await findRunMessages(
    db,
    memberId,
    arrived.map((one) => one.id),
  )
  return dispatchMessages(
    db,
    messages.flatMap((message) => takers(triggers, message, mode).map((trigger) => wanted(trigger, message))),
  )
}
