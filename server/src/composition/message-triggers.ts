import {
  type MessageFacts,
  MessageTrigger,
  type MessageTriggerParams,
  matchesMessage,
} from '../nodes/index.ts'
import { compileValidator } from '../platform/http/validate.ts'
import { createMailDispatch, headlineOf } from '../slices/executions/index.ts'
import { findPreferences } from '../slices/members/index.ts'
import { findRunMessages, type RunMessage } from '../slices/messages/index.ts'

const isValid = compileValidator('body', MessageTrigger)

/** A message trigger's parameters with the defaults filled in; undefined when they are not valid. */
export function readMessageTrigger(params: Record<string, unknown>): MessageTriggerParams | undefined {
  const filled = structuredClone(params)
  if (!isValid(filled)) return undefined
  const read = filled as MessageTriggerParams
  return { ...read, mailboxIds: read.mailboxIds.map((id) => id.toLowerCase()) }
}

const factsOf = (message: RunMessage): MessageFacts => ({
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

export const headOf = (message: RunMessage) => ({
  id: message.id,
  mailboxId: message.mailboxId,
  headline: headlineOf(message),
})

/** Dispatches new mail by the conditions of the node `trigger.message`. */
export const dispatchMail = createMailDispatch<MessageFacts>({
  type: 'trigger.message',
  findMessages: async (db, memberId, ids) =>
    (await findRunMessages(db, memberId, ids)).map((message) => ({
      head: headOf(message),
      facts: factsOf(message),
    })),
  readCondition: (params) => {
    const read = readMessageTrigger(params)
    return read && ((facts) => matchesMessage(read, facts))
  },
  findDispatchMode: async (db, memberId) => (await findPreferences(db, memberId))?.dispatchMode ?? 'all',
})
