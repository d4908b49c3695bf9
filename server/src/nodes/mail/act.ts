import { optional, uuid } from '@mailwright/contract/schema'
import type { NodeResult, RunFacts } from '../../engine/define-node.ts'
import type { MailPort, MessageAction } from '../ports.ts'
import { mailFields, messageOf } from './outgoing.ts'

// Shared by the nodes that act on a message.

export const messageParam = { messageId: optional(uuid()) }
export const messageField = { messageId: mailFields.messageId }

type Call = { params: { messageId?: string }; run: RunFacts; use: { mail: MailPort } }

/** Performs the action; reports no effect if the message is in that state already. */
export async function act(call: Call, action: MessageAction, done: string): Promise<NodeResult> {
  const messageId = messageOf(call.params.messageId, call.run)
  const { operations } = await call.use.mail.act(messageId, action)
  const effects = operations > 0 ? [{ kind: `mail.${action.kind}`, description: done }] : []
  return { data: { messageId, changed: operations > 0 }, effects }
}
