import { permanent } from '../../engine/index.ts'
import type { AiMaterial } from '../../nodes/index.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { removeInvisible } from '../../platform/text/clean-text.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { findRunMessages, type RunMessage } from '../../slices/messages/index.ts'
import type { PortContext } from './port-context.ts'

const maxHtmlLength = 400_000
const maxTextLength = 20_000

type Written = { bodyText: string | null; bodyHtml: string | null }

/** What a person sees of a message. The HTML comes first: its text part may say something else to a model. */
export function visibleText({ bodyText, bodyHtml }: Written): string {
  const text = bodyHtml ? htmlToText(bodyHtml.slice(0, maxHtmlLength)) : (bodyText ?? '')
  return removeInvisible(text).slice(0, maxTextLength)
}

const personOf = (from: { name?: string; email: string } | null) =>
  from ? `${from.name ?? ''} <${from.email}>`.trim() : ''

type Headed = Written & {
  subject: string | null
  from: { name?: string; email: string } | null
  attachments: readonly { filename: string }[]
}

/** A message as a model reads it: who, what about, text, and the names of its files. */
export function describeMessage(message: Headed): string {
  const files = message.attachments.map(({ filename }) => filename).join(', ')
  return [
    `From: ${personOf(message.from)}`,
    `Subject: ${message.subject ?? ''}`,
    ...(files ? [`Attachments: ${files}`] : []),
    '',
    visibleText(message),
  ].join('\n')
}

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
