import { type BounceFacts, BounceTrigger, type BounceTriggerParams, matchesBounce } from '../nodes/index.ts'
import type { Db } from '../platform/db/database.ts'
import { compileValidator } from '../platform/http/validate.ts'
import { createMailDispatch, findTriggerTypes } from '../slices/executions/index.ts'
import { findRunMessages, findSentCopies } from '../slices/messages/index.ts'
import { findSentMails } from '../slices/sending/index.ts'
import { headOf } from './message-triggers.ts'

const type = 'trigger.bounce'
const isValid = compileValidator('body', BounceTrigger)

/** The mails with these ids: in the outbox, and in the mailbox as the server stored them. */
async function findSent(db: Db, memberId: string, headers: string[]) {
  const [mails, copies] = [
    await findSentMails(db, memberId, headers),
    await findSentCopies(db, memberId, headers),
  ]
  const executionIds = mails.flatMap(({ executionId }) => executionId ?? [])
  const triggers = new Map(
    (await findTriggerTypes(db, executionIds)).map(({ id, triggerType }) => [id, triggerType]),
  )
  return (header: string | null) => {
    const mail = mails.find(({ messageIdHeader }) => messageIdHeader === header)
    const copy = copies.find(({ messageIdHeader }) => messageIdHeader === header)
    if (!mail && !copy) return { sent: null, isRepeated: false }
    const sent = {
      messageIdHeader: header,
      outgoingId: mail?.id ?? null,
      messageId: copy?.id ?? null,
      threadId: copy?.threadId ?? null,
      subject: mail?.subject ?? copy?.subject ?? '',
      to: mail?.to ?? copy?.to ?? [],
      workflowId: mail?.workflowId ?? null,
      executionId: mail?.executionId ?? null,
    }
    return { sent, isRepeated: triggers.get(mail?.executionId ?? '') === type }
  }
}

/** Dispatches bounces to the node `trigger.bounce`, with the mail that bounced. */
export const dispatchBounces = createMailDispatch<BounceFacts>({
  type,
  findMessages: async (db, memberId, ids) => {
    const messages = await findRunMessages(db, memberId, ids)
    const headers = messages.flatMap(({ bounce }) => bounce?.messageId ?? [])
    const sentOf = await findSent(db, memberId, headers)
    return messages.flatMap((message) => {
      const { bounce } = message
      if (!bounce) return []
      const { sent, isRepeated } = sentOf(bounce.messageId)
      const { kind, recipients } = bounce
      return [{ head: headOf(message), facts: { kind, isRepeated }, data: { kind, recipients, sent } }]
    })
  },
  readCondition: (params) => {
    const filled = structuredClone(params)
    return isValid(filled) ? (facts) => matchesBounce(filled as BounceTriggerParams, facts) : undefined
  },
  findDispatchMode: async () => 'all',
})
