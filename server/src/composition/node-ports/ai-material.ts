import { permanent } from '../../engine/index.ts'
import type { AiMaterial } from '../../nodes/index.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { removeInvisible } from '../../platform/text/clean-text.ts'
import { describeMessage, maxTextLength } from '../../slices/ai/index.ts'
import { findRunMessages, type RunMessage } from '../../slices/messages/index.ts'
import type { PortContext } from './port-context.ts'

export async function findMaterial(
  { db, facts }: PortContext,
  material: AiMaterial,
): Promise<{ text: string; message: RunMessage | undefined }> {
  if ('text' in material)
    return { text: removeInvisible(material.text).slice(0, maxTextLength), message: undefined }
  const { messageId } = material
  const [message] = isUuid(messageId) ? await findRunMessages(db, facts.memberId, [messageId]) : []
  if (!message) throw permanent('mail.message_gone', 'The message no longer exists.')
  return { text: describeMessage(message), message }
}
