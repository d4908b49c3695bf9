import type { Attachment, MessageDetail } from '@mailwright/contract/messages'
import type { Static } from '@mailwright/contract/schema'
import { type StoredAttachment, toMessage } from './message-row.ts'
import type { DetailRow } from './messages.store.ts'

/** Cleans foreign HTML: in a worker, within limits. `cidUrls` tells where the images that came along are. */
export type Sanitise = (
  parts: { html: string; cidUrls: Record<string, string> }[],
) => Promise<{ html: string; hasRemoteImages: boolean }[]>

const downloadUrl = (messageId: string, position: number) =>
  `/api/v1/messages/${messageId}/attachments/${position}`

const toAttachment = (messageId: string, one: StoredAttachment): Static<typeof Attachment> => ({
  id: `${messageId}:${one.position}`,
  position: one.position,
  filename: one.filename,
  mime: one.mime,
  size: one.size,
  disposition: one.disposition,
  contentId: one.contentId,
  downloadUrl: downloadUrl(messageId, one.position),
})

const cidUrlsOf = ({ id, attachments }: DetailRow) =>
  Object.fromEntries(
    attachments.flatMap(({ contentId, position }) =>
      contentId === null ? [] : [[contentId, downloadUrl(id, position)]],
    ),
  )

type Safe = { html: string; hasRemoteImages: boolean } | undefined

function toDetail(row: DetailRow, safe: Safe): Static<typeof MessageDetail> {
  const { to = [], cc = [], replyTo = [], date = null } = row.headers
  return {
    ...toMessage(row),
    threadId: row.threadId,
    classification: row.classification,
    bodyText: row.bodyText,
    // What could not be made safe is empty; then the text is what there is to read.
    bodyHtmlSafe: safe?.html || null,
    hasRemoteImages: safe?.hasRemoteImages ?? false,
    bodyComplete: row.bodyComplete,
    headersSubset: { to, cc, replyTo, date, messageIdHeader: row.messageIdHeader },
    attachments: row.attachments.map((one) => toAttachment(row.id, one)),
  }
}

/** Messages with their bodies, made safe now: what is safe today is judged by today's rules. */
export async function toDetails(rows: DetailRow[], sanitise: Sanitise) {
  const withHtml = rows.flatMap((row) =>
    row.bodyHtml === null ? [] : [{ row, html: row.bodyHtml, cidUrls: cidUrlsOf(row) }],
  )
  const parts = withHtml.map(({ html, cidUrls }) => ({ html, cidUrls }))
  const cleaned = parts.length > 0 ? await sanitise(parts) : []
  const safe = new Map(withHtml.map(({ row }, i) => [row, cleaned[i]]))
  return rows.map((row) => toDetail(row, safe.get(row)))
}
