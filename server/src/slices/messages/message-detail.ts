import type { Attachment, MessageDetail } from '@mailwright/contract/messages'
import type { Static } from '@mailwright/contract/schema'
import { cidUrlsOf } from '../../protocols/mime/safe-urls.ts'
import { withInlineImages } from '../../protocols/mime/stored-html.ts'
import { type StoredAttachment, toMessage } from './message-row.ts'
import type { DetailRow } from './messages.store.ts'

/**
 * Sanitises HTML in a worker, within limits. `cidUrls` maps the content ids of inline images to their URLs; with
 * `imagePath` remote images are shown under that path, and their addresses returned.
 */
export type Sanitise = (
  parts: { html: string; cidUrls: Record<string, string>; imagePath?: string }[],
) => Promise<{ html: string; hasRemoteImages: boolean; images?: string[] }[]>

const downloadUrl = (messageId: string, position: number) =>
  `/api/v1/messages/${messageId}/attachments/${position}`

const toAttachment = (messageId: string, attachment: StoredAttachment): Static<typeof Attachment> => ({
  id: `${messageId}:${attachment.position}`,
  position: attachment.position,
  filename: attachment.filename,
  mime: attachment.mime,
  size: attachment.size,
  disposition: attachment.disposition,
  contentId: attachment.contentId,
  downloadUrl: downloadUrl(messageId, attachment.position),
})

export const inlineImagesOf = ({ id, attachments }: DetailRow) =>
  cidUrlsOf(attachments, (position) => downloadUrl(id, position))

type SafeBody = { html: string; hasRemoteImages: boolean }

function toDetail(row: DetailRow, safe: SafeBody | undefined): Static<typeof MessageDetail> {
  const { to = [], cc = [], replyTo = [], date = null } = row.headers
  return {
    ...toMessage(row),
    threadId: row.threadId,
    classification: row.classification,
    bodyText: row.bodyText,
    // HTML that could not be sanitised is empty; clients then show the text.
    bodyHtmlSafe: safe?.html || null,
    hasRemoteImages: safe?.hasRemoteImages ?? false,
    bodyComplete: row.bodyComplete,
    headersSubset: { to, cc, replyTo, date, messageIdHeader: row.messageIdHeader },
    attachments: row.attachments.map((attachment) => toAttachment(row.id, attachment)),
  }
}

const storedBody = ({ id, safeHtml, hasRemoteImages }: DetailRow): SafeBody | undefined =>
  safeHtml === null
    ? undefined
    : { html: withInlineImages(safeHtml, (position) => downloadUrl(id, position)), hasRemoteImages }

/** What the present version of the sanitiser has not stored is sanitised now: its rules apply to old mail, too. */
export async function toDetails(rows: DetailRow[], sanitise: Sanitise) {
  const unsafe = rows.flatMap((row) =>
    row.unsafeHtml === null ? [] : [{ row, html: row.unsafeHtml, cidUrls: inlineImagesOf(row) }],
  )
  const parts = unsafe.map(({ html, cidUrls }) => ({ html, cidUrls }))
  const cleaned = parts.length > 0 ? await sanitise(parts) : []
  const safe = new Map(unsafe.map(({ row }, i) => [row, cleaned[i]]))
  return rows.map((row) => toDetail(row, storedBody(row) ?? safe.get(row)))
}
