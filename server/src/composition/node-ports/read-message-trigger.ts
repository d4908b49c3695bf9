import { MessageTrigger, type MessageTriggerParams } from '../../nodes/triggers/message-trigger-schema.ts'
import { compileValidator } from '../../platform/http/validate.ts'

const isValid = compileValidator('body', MessageTrigger)

/** The parameters as the author left them, with the defaults filled in; undefined when they ask nothing readable. */
export function readMessageTrigger(params: Record<string, unknown>): MessageTriggerParams | undefined {
  const filled = structuredClone(params)
  if (!isValid(filled)) return undefined
  const read = filled as MessageTriggerParams
  return { ...read, mailboxIds: read.mailboxIds.map((id) => id.toLowerCase()) }
}
